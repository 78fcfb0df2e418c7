import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, copiedObject, textAt, valueAt } from '../path.ts'
import { hasKeyUnder } from '../rules/annotation-keys.ts'
import { isLonger } from '../../runtime/utf8.ts'

// AppArmor profiles were annotations before they were fields. A new pod that has one of the two forms receives the other,
// so that old and new readers find the profile.

const LISTS = ['initContainers', 'containers', 'ephemeralContainers']
const LOCAL = 'localhost/'
const NAMES: ReadonlyMap<string, string> = new Map([
  ['runtime/default', 'RuntimeDefault'],
  ['unconfined', 'Unconfined'],
])

const LONGEST_NAME = 4095

/** The profile of an annotation; undefined when no field can have it. */
function profileOf(annotation: string): JsonObject | undefined {
  if (annotation.startsWith(LOCAL)) {
    const localhostProfile = annotation.slice(LOCAL.length)
    const isSound = localhostProfile !== '' && localhostProfile.trim() === localhostProfile
    return isSound && !isLonger(localhostProfile, LONGEST_NAME) ? { type: 'Localhost', localhostProfile } : undefined
  }
  const type = NAMES.get(annotation)
  return type === undefined ? undefined : { type }
}

function annotationOf(profile: JsonObject): string | undefined {
  const name = profile['localhostProfile']
  if (profile['type'] === 'Localhost') return typeof name === 'string' ? `${LOCAL}${name}` : undefined
  return [...NAMES].find(([, type]) => type === profile['type'])?.[0]
}

const hasProfile = (container: Json): boolean =>
  isObject(container) && isObject(valueAt(container, 'securityContext.appArmorProfile'))

/** Returns a function that adds the missing form to a new pod. It replaces the parts of the pod that change by copies. */
export function syncAppArmor(spell: Dialect['spell']): (pod: ApiObject, warn: (text: string) => void) => void {
  const prefix = spell('container.apparmor.security.beta.{labels}/')
  return (pod, warn) => {
    if (textAt(pod, 'spec.os.name') === 'windows') return
    const ofPod = valueAt(pod, 'spec.securityContext.appArmorProfile')
    const hasNone = ofPod === undefined && !hasKeyUnder(pod.metadata?.annotations ?? {}, prefix)
    if (hasNone && !LISTS.some((list) => listAt(pod, `spec.${list}`).some(hasProfile))) return
    const annotations: { [key: string]: string } = { ...pod.metadata?.annotations }
    const synced = (container: Json): Json => {
      if (!isObject(container)) return container
      const key = `${prefix}${textAt(container, 'name')}`
      const own = valueAt(container, 'securityContext.appArmorProfile')
      const annotation = annotations[key]
      if (annotation === undefined) {
        const given = isObject(own) ? own : ofPod
        const text = isObject(given) ? annotationOf(given) : undefined
        if (text !== undefined) annotations[key] = text
        return container
      }
      if (isObject(own)) return container
      const profile = profileOf(annotation)
      if (profile !== undefined && isObject(ofPod) && equalJson(ofPod, profile)) return container
      warn(`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`)
      if (profile === undefined) return container
      const context = objectOrEmpty(container['securityContext'])
      return { ...container, securityContext: { ...context, appArmorProfile: profile } }
    }
    const spec = copiedObject(pod, 'spec')
    for (const list of LISTS) {
      const containers = spec[list]
      if (Array.isArray(containers)) spec[list] = containers.map(synced)
    }
    if (pod.metadata && Object.keys(annotations).length > 0) pod.metadata.annotations = annotations
  }
}
