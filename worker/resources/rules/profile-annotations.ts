import { numberOfText } from '../../api/numbers.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject, spelled } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { hasKeyUnder } from './annotation-keys.ts'
import { checkAnnotationList } from './annotation-list.ts'
import { relativePathFaults } from './file-paths.ts'
import { annotatedTolerations } from './scheduling.ts'

// Pod annotations: the profiles of seccomp and AppArmor, which fields have replaced, and some that have no field.

const APP_ARMOR = 'container.apparmor.security.beta.{labels}/'
/** The annotation of a static pod. */
export const MIRROR = '{labels}/config.mirror'

const SECCOMP: ReadonlySet<string> = new Set(['runtime/default', 'docker/default', 'unconfined'])
const LOCAL = 'localhost/'
const LISTS = ['initContainers', 'containers', 'ephemeralContainers']

function checkSeccomp(profile: string, place: Place, ...steps: readonly string[]): void {
  if (SECCOMP.has(profile)) return
  if (!profile.startsWith(LOCAL)) return place.invalid(profile, 'must be a valid seccomp profile', ...steps)
  const file = profile.slice(LOCAL.length)
  for (const fault of relativePathFaults(file)) place.invalid(file, fault, ...steps)
}

/** Whether a text is a 32-bit integer without a plus sign. Only after a minus sign may it have leading zeros. */
const isCost = (text: string): boolean =>
  /^(?:-\d+|0|[1-9]\d*)$/.test(text) && numberOfText(text) >= -(2 ** 31) && numberOfText(text) < 2 ** 31

const isAppArmor = (profile: string): boolean =>
  profile === '' || profile === 'runtime/default' || profile === 'unconfined' || profile.startsWith('localhost/')

/** The rules of the annotations in a pod or pod template; `steps` lead to the annotations in messages. */
export const podAnnotations = (...steps: readonly string[]): Rule =>
  spelled((spell) => {
    const ofPod = spell('seccomp.security.alpha.{labels}/pod')
    const ofContainer = spell('container.seccomp.security.alpha.{labels}/')
    const appArmor = spell(APP_ARMOR)
    const mirror = spell(MIRROR)
    const tolerated = spell('scheduler.alpha.{labels}/tolerations')
    const cost = spell('controller.{labels}/pod-deletion-cost')
    return [
      checkObject((pod, place, old) => {
        const annotations = valueAt(pod, 'metadata.annotations')
        if (!isObject(annotations)) return
        if (annotations[mirror] !== undefined && textAt(pod, 'spec.nodeName') === '') {
          const text = 'must set spec.nodeName if mirror pod annotation is set'
          place.invalid(annotations[mirror], text, ...steps, `[${mirror}]`)
        }
        checkAnnotationList(ownMember(annotations, tolerated), annotatedTolerations, place, ...steps, tolerated)
        const before = ownMember(pairsOf(old), cost)
        const given = ownMember(annotations, cost)
        if (typeof given === 'string' && !isCost(given) && (typeof before !== 'string' || isCost(before))) {
          place.invalid(given, 'must be a 32bit integer', ...steps, `[${cost}]`)
        }
        if (!hasKeyUnder(annotations, ofPod, ofContainer, appArmor)) return
        const entries = Object.entries(annotations)
          .map(([key, value]) => [key, String(value)] as const)
          // The pod's own profile precedes the profiles of its containers.
          .sort(([a], [b]) => Number(b === ofPod) - Number(a === ofPod))
        for (const [key, profile] of entries) {
          if (key === ofPod || key.startsWith(ofContainer)) checkSeccomp(profile, place, ...steps, key)
        }
        const armoured = entries.filter(([key]) => key.startsWith(appArmor))
        if (armoured.length === 0) return
        const containers = LISTS.flatMap((list) => listAt(pod, `spec.${list}`)).filter(isObject)
        const names = new Set(containers.map((container) => textAt(container, 'name')))
        for (const [key, profile] of armoured) {
          const name = key.slice(appArmor.length)
          if (!names.has(name)) place.invalid(name, 'container not found', ...steps, `[${key}]`)
          if (!isAppArmor(profile)) {
            place.invalid(profile, `invalid AppArmor profile name: ${quote(profile)}`, ...steps, `[${key}]`)
          }
        }
      }),
    ]
  })

const pairsOf = (pod: JsonObject | undefined): JsonObject => {
  const annotations = pod && valueAt(pod, 'metadata.annotations')
  return objectOrEmpty(annotations)
}

/** Refuses an update of a pod that changes one of its immutable annotations. */
export const fixedAnnotations: Rule = spelled((spell) => {
  const [appArmor, mirror] = [spell(APP_ARMOR), spell(MIRROR)]
  const sorts = [
    [(key: string) => key.startsWith(appArmor), 'AppArmor annotations'],
    [(key: string) => key === mirror, 'mirror pod annotation'],
  ] as const
  return [
    checkObject((pod, place, old) => {
      const [now, before] = [pairsOf(pod), pairsOf(old)]
      const refuse = (key: string, what: string): void => {
        for (const [isSort, name] of sorts) {
          if (isSort(key)) place.forbidden(`may not ${what} ${name}`, 'metadata', 'annotations', `[${key}]`)
        }
      }
      for (const key in before) if (ownMember(now, key) !== before[key]) refuse(key, 'remove or update')
      for (const key in now) if (ownMember(before, key) === undefined) refuse(key, 'add')
    }),
  ]
})
