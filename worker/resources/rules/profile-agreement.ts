import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import type { Step } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, checkObject, spelled } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { hasKeyUnder } from './annotation-keys.ts'

// The profile in an annotation must equal the one in the field that replaced the annotation.

const LISTS = ['initContainers', 'containers', 'ephemeralContainers']
const LOCAL = 'localhost/'

interface Kind {
  readonly name: string
  readonly field: string
  /** For each profile type, the annotation values with the same meaning. */
  readonly words: Readonly<Record<string, readonly string[]>>
}

const SECCOMP: Kind = {
  name: 'seccomp',
  field: 'seccompProfile',
  words: { Unconfined: ['unconfined'], RuntimeDefault: ['runtime/default', 'docker/default'] },
}
const APP_ARMOR: Kind = {
  name: 'apparmor',
  field: 'appArmorProfile',
  words: { Unconfined: ['unconfined'], RuntimeDefault: ['runtime/default'] },
}

/** The field that disagrees, and the text of the fault. */
function disagreement(annotation: string, profile: JsonObject, kind: Kind): readonly [string, string] | undefined {
  const type = textAt(profile, 'type')
  const ofType = ['type', `${kind.name} type in annotation and field must match`] as const
  const words = ownMember(kind.words, type)
  if (words !== undefined) return words.includes(annotation) ? undefined : ofType
  if (type !== 'Localhost') return undefined
  if (!annotation.startsWith(LOCAL)) return ofType
  return annotation.slice(LOCAL.length) === profile['localhostProfile']
    ? undefined
    : ['localhostProfile', `${kind.name} profile in annotation and field must match`]
}

const agreement = (kind: Kind, prefix: string, podKey?: string): Rule =>
  checkObject((object, place) => {
    const annotations = valueAt(object, 'metadata.annotations')
    if (!isObject(annotations) || !hasKeyUnder(annotations, prefix, ...(podKey === undefined ? [] : [podKey]))) return
    const compare = (key: string, profile: Json | undefined, ...steps: readonly Step[]): void => {
      const annotation = ownMember(annotations, key)
      if (typeof annotation !== 'string' || !isObject(profile)) return
      const fault = disagreement(annotation, profile, kind)
      if (fault) place.forbidden(fault[1], 'spec', ...steps, 'securityContext', kind.field, fault[0])
    }
    const ofPod = valueAt(object, `spec.securityContext.${kind.field}`)
    if (podKey !== undefined) compare(podKey, ofPod)
    for (const list of LISTS) {
      listAt(object, `spec.${list}`).forEach((container, index) => {
        if (!isObject(container)) return
        const own = valueAt(container, `securityContext.${kind.field}`)
        // AppArmor has no annotation for the whole pod (`podKey`). So the annotation of a container without its own profile is
        // compared with the profile of the pod.
        compare(`${prefix}${textAt(container, 'name')}`, podKey === undefined ? (own ?? ofPod) : own, list, index)
      })
    }
  })

/** Requires that profiles in annotations and in fields agree, in a new pod and in every pod template. */
export const profilesAgree: Rule = spelled((spell) => {
  const appArmor = agreement(APP_ARMOR, spell('container.apparmor.security.beta.{labels}/'))
  const isLinux = checkObject((pod) => textAt(pod, 'spec.os.name') !== 'windows')
  return [
    agreement(
      SECCOMP,
      spell('container.seccomp.security.alpha.{labels}/'),
      spell('seccomp.security.alpha.{labels}/pod'),
    ),
    all(isLinux, appArmor),
  ]
})
