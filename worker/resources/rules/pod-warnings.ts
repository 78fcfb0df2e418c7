import { boundedNumber } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import {
  all,
  at,
  check,
  checkAlways,
  checkObject,
  each,
  holds,
  isRepeated,
  scoped,
  spelled,
  where,
} from '../notation/rule.ts'
import { listAt, numberAt, textAt, valueAt } from '../path.ts'
import { hasKeyUnder } from './annotation-keys.ts'
import { deprecatedNodeLabels, keysOf, nodeTermWarnings } from './node-labels.ts'
import { givenQuantity, isWhole } from './quantities.ts'

// The warnings for a pod or pod template.

const NOTHING_MATCHES = 'a null labelSelector results in matching no pod'

const nodeLabels = (spell: Dialect['spell']): readonly Rule[] => {
  const deprecated = deprecatedNodeLabels(spell)
  return [
    at(
      'nodeSelector',
      checkObject((labels, place) => {
        for (const key of Object.keys(labels)) {
          const text = deprecated.get(key)
          if (text !== undefined) place.warn(text, `[${key}]`)
        }
      }),
    ),
    at(
      'affinity.nodeAffinity',
      each('requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms', nodeTermWarnings),
      each('preferredDuringSchedulingIgnoredDuringExecution', at('preference', nodeTermWarnings)),
    ),
    each(
      'topologySpreadConstraints',
      checkObject((constraint, place) => {
        const key = textAt(constraint, 'topologyKey')
        const text = deprecated.get(key)
        if (text !== undefined) place.warn(`${key} is ${text}`, 'topologyKey')
        if (!isObject(constraint['labelSelector'])) place.warn(NOTHING_MATCHES, 'labelSelector')
      }),
    ),
  ]
}

const OLD_ANNOTATIONS: readonly (readonly [key: string, text: string])[] = [
  ['scheduler.alpha.{labels}/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ['security.alpha.{labels}/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.{labels}/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
]

const oldAnnotations = (spell: Dialect['spell']): readonly Rule[] => {
  const texts = OLD_ANNOTATIONS.map(([key, text]) => [spell(key), text] as const)
  return [
    checkObject((annotations, place) => {
      for (const [key, text] of texts) if (annotations[key] !== undefined) place.warn(text, `[${key}]`)
    }),
  ]
}

/** In-tree volume drivers that are deprecated or removed. The paths are spelled as in the real server. */
export const OLD_VOLUMES: readonly (readonly [field: string, text: string, shown: string])[] = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+', 'photonPersistentDisk'],
  ['gitRepo', 'deprecated in v1.11', 'gitRepo'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+', 'scaleIO'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+', 'flocker'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+', 'storageOS'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+', 'quobyte'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+', 'glusterfs'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+', 'cephfs'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+', 'rbd'],
]

function fractionalBytes(amounts: Json | undefined, resource: string, place: Place, ...steps: readonly string[]): void {
  const amount = isObject(amounts) ? amounts[resource] : undefined
  if (!isObject(amounts) || typeof amount !== 'string' || isWhole(givenQuantity(amounts, resource))) return
  place.warn(`fractional byte value ${quote(amount)} is invalid, must be an integer`, ...steps, `[${resource}]`)
}

/** Warnings for a claim's spec; `steps` lead to its path in the text. */
export function warnOfClaim(spec: JsonObject, place: Place, ...steps: readonly string[]): void {
  for (const kind of ['requests', 'limits']) {
    fractionalBytes(valueAt(spec, `resources.${kind}`), 'storage', place, ...steps, 'resources', kind)
  }
}

/** The warnings for a claim's spec. */
export const claimWarnings: Rule = checkObject((spec, place) => warnOfClaim(spec, place))

const volumes = each(
  'volumes',
  checkObject((volume, place) => {
    for (const [field, text, shown] of OLD_VOLUMES) if (isObject(volume[field])) place.warn(text, shown)
  }),
  at('ephemeral.volumeClaimTemplate.spec', claimWarnings),
)

const repeated = (field: string, word: string): Rule =>
  checkObject((item, place) => {
    const value = textAt(item, field)
    if (isRepeated(value, field, place)) place.warn(`duplicate ${word} ${quote(value)}`, field)
  })

const emptySecretName = checkObject((secret, place) => {
  if (textAt(secret, 'name') === '') place.warn('invalid empty name ""', 'name')
})

const MEASURED = ['memory', 'ephemeral-storage']

const bytes = checkObject((container, place) => {
  for (const resource of MEASURED) {
    for (const kind of ['limits', 'requests']) {
      fractionalBytes(valueAt(container, `resources.${kind}`), resource, place, 'resources', kind)
    }
  }
})

/** Warns about a variable that is defined twice, except when its value extends the first one: `/bin:$(PATH)`. */
const hiddenVariables = each(
  'env',
  checkObject((variable, place) => {
    const name = textAt(variable, 'name')
    if (!isRepeated(name, 'name', place)) return
    const reference = `$(${name})`
    const value = textAt(variable, 'value')
    if (!isObject(variable['valueFrom']) && value !== reference && value.includes(reference)) return
    place.warn(`hides previous definition of ${quote(name)}, which may be dropped when using apply`)
  }),
)

const LISTS = ['initContainers', 'containers', 'ephemeralContainers']
const eachContainer = (...rules: readonly Rule[]): Rule => all(...LISTS.map((list) => each(list, ...rules)))

interface SeenPort {
  readonly path: () => string
  readonly port: JsonObject
}

const goPort = (port: JsonObject): string =>
  `{Name:${textAt(port, 'name')} HostPort:${numberAt(port, 'hostPort')} ContainerPort:${numberAt(port, 'containerPort')} Protocol:${textAt(port, 'protocol')} HostIP:${textAt(port, 'hostIP')}}`

function comparePorts(port: JsonObject, other: SeenPort, place: Place): void {
  const same = textAt(port, 'hostIP') === textAt(other.port, 'hostIP')
  const hostPort = numberAt(port, 'hostPort')
  const otherPort = numberAt(other.port, 'hostPort')
  if (same && hostPort === otherPort) place.warn(`duplicate port definition with ${other.path()}`)
  else if (hostPort === 0 || otherPort === 0) place.warn(`overlapping port definition with ${other.path()}`)
  else if (hostPort === otherPort && (textAt(port, 'hostIP') === '' || textAt(other.port, 'hostIP') === '')) {
    place.warn(`dangerously ambiguous port definition with ${other.path()}`)
  }
}

/** The ports of all containers of a pod, by number and protocol. */
class Ports {
  readonly seen = new Map<string, SeenPort[]>()
}

const portWarnings = each(
  'ports',
  check((port, place) => {
    if (!isObject(port) || !(place.scope instanceof Ports)) return
    if (textAt(port, 'hostIP') !== '' && numberAt(port, 'hostPort') === 0) {
      place.warn(`hostIP set without hostPort: ${goPort(port)}`)
    }
    const key = `${numberAt(port, 'containerPort')}/${textAt(port, 'protocol')}`
    const others = place.scope.seen.get(key) ?? []
    for (const other of others) comparePorts(port, other, place)
    place.scope.seen.set(key, [...others, { path: place.here(), port }])
  }),
)

const nullSelector = checkObject((term, place) => {
  if (!isObject(term['labelSelector'])) place.warn(NOTHING_MATCHES, 'labelSelector')
})

const affinityTerms = (kind: string): Rule =>
  at(
    `affinity.${kind}`,
    each('requiredDuringSchedulingIgnoredDuringExecution', nullSelector),
    each('preferredDuringSchedulingIgnoredDuringExecution', at('podAffinityTerm', nullSelector)),
  )

const gracePeriod = at(
  'terminationGracePeriodSeconds',
  holds(
    (seconds) => boundedNumber(seconds) >= 0,
    (_value, place) => place.warn('must be >= 0; negative values are invalid and will be treated as 1'),
  ),
)

/** The path of this warning starts at the template, not at its spec, because the annotation is in the metadata. */
const seccompAnnotation = (spell: Dialect['spell']): Rule => {
  const key = spell('seccomp.security.alpha.{labels}/pod')
  return checkObject((pod, place) => {
    if (isObject(valueAt(pod, 'spec.securityContext.seccompProfile'))) return
    if (keysOf(valueAt(pod, 'metadata.annotations')).includes(key)) {
      place.warn(
        'non-functional in v1.27+; use the "seccompProfile" field instead',
        'metadata',
        'annotations',
        `[${key}]`,
      )
    }
  })
}

const annotationsOfProfiles = (spell: Dialect['spell'], isTemplate: boolean): Rule => {
  const seccomp = spell('container.seccomp.security.alpha.{labels}/')
  const appArmor = spell('container.apparmor.security.beta.{labels}/')
  return checkObject((pod, place) => {
    const annotations = valueAt(pod, 'metadata.annotations')
    if (!isObject(annotations) || !hasKeyUnder(annotations, seccomp, appArmor)) return
    const ofPod = isObject(valueAt(pod, 'spec.securityContext.appArmorProfile'))
    for (const container of LISTS.flatMap((list) => listAt(pod, `spec.${list}`)).filter(isObject)) {
      const name = textAt(container, 'name')
      const warn = (key: string, text: string): void => {
        if (annotations[key] !== undefined) place.warn(text, 'metadata', 'annotations', `[${key}]`)
      }
      const has = (field: string): boolean => isObject(valueAt(container, `securityContext.${field}`))
      if (!has('seccompProfile')) {
        warn(`${seccomp}${name}`, 'non-functional in v1.27+; use the "seccompProfile" field instead')
      }
      if (isTemplate && !ofPod && !has('appArmorProfile')) {
        warn(`${appArmor}${name}`, 'deprecated since v1.30; use the "appArmorProfile" field instead')
      }
    }
  })
}

const severalOf = (list: string) => (spec: JsonObject) => listAt(spec, list).length > 1

const warnings = (isTemplate: boolean): Rule =>
  spelled((spell) => [
    at('spec', ...nodeLabels(spell)),
    at('metadata.annotations', ...oldAnnotations(spell)),
    at(
      'spec',
      volumes,
      where(severalOf('hostAliases'), each('hostAliases', repeated('ip', 'ip'))),
      where(severalOf('imagePullSecrets'), each('imagePullSecrets', repeated('name', 'name'))),
      each('imagePullSecrets', emptySecretName),
      checkObject((spec, place) => {
        for (const resource of MEASURED) fractionalBytes(spec['overhead'], resource, place, 'overhead')
      }),
    ),
    seccompAnnotation(spell),
    annotationsOfProfiles(spell, isTemplate),
    at(
      'spec',
      eachContainer(bytes, hiddenVariables),
      scoped(() => new Ports(), eachContainer(portWarnings)),
      // The real server has this warning only for templates.
      ...(isTemplate ? [gracePeriod] : []),
      affinityTerms('podAffinity'),
      affinityTerms('podAntiAffinity'),
    ),
  ])

const isNew = ({ old }: Place): boolean => old === undefined
const isChanged = ({ object, old }: Place): boolean =>
  old === undefined || object.metadata?.generation !== old.metadata?.generation

/** The rules that follow run only when the object and its old version pass the test. */
const only = (test: (place: Place) => boolean): Rule => checkAlways((_value, place) => test(place))

/** The warnings for a new pod. Updates of pods get none, because programs make most of them. */
export const podWarnings: Rule = all(only(isNew), warnings(false))

/** The rules that follow run for new objects and for writes that changed the generation. */
export const ofChange: Rule = only(isChanged)

/**
 * The warnings for the pod template at `path`, when the object and its old version pass `isDue`. By default the object is new, or
 * the write changed its generation.
 */
export const podTemplateWarnings = (path: string, isDue = isChanged): Rule => all(only(isDue), at(path, warnings(true)))
