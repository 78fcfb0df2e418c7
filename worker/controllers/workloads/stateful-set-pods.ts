import { numberOfText } from '../../api/numbers.ts'
import { nameOf } from '../object-parts.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject, ObjectMeta } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import { REVISION_LABEL } from './controller-history.ts'
import { podFromTemplate } from './pod-control.ts'

interface Membership {
  /** The name of the set; empty when the pod name has no ordinal. */
  readonly parent: string
  /** -1 when the pod name has no ordinal, or one of more than 31 bits. */
  readonly ordinal: number
}

/** The set and the ordinal in a pod name: `web-3` is the fourth pod of `web`. */
export function membershipOf({ metadata }: ApiObject): Membership {
  const [, parent = '', digits] = /^(.*)-(\d+)$/.exec(metadata?.name ?? '') ?? []
  const ordinal = digits === undefined ? -1 : numberOfText(digits)
  return { parent, ordinal: ordinal < 2 ** 31 ? ordinal : -1 }
}

export const replicasOf = (set: ApiObject): number => numberAt(set, 'spec.replicas')
export const firstOrdinal = (set: ApiObject): number => numberAt(set, 'spec.ordinals.start')

export function isInRange(set: ApiObject, ordinal: number): boolean {
  const first = firstOrdinal(set)
  return ordinal >= first && ordinal < first + replicasOf(set)
}

const claimTemplates = (set: ApiObject): readonly JsonObject[] =>
  listAt(set, 'spec.volumeClaimTemplates').filter(isObject)

const claimName = (set: ApiObject, template: JsonObject, ordinal: number): string =>
  `${textAt(template, 'metadata.name')}-${nameOf(set)}-${ordinal}`

/** The names of the claims, by the names of the volumes that use them. */
export function claimNames(set: ApiObject, ordinal: number): ReadonlyMap<string, string> {
  return new Map(claimTemplates(set).map((one) => [textAt(one, 'metadata.name'), claimName(set, one, ordinal)]))
}

/** The claims that a pod of the set has. */
export function claimsOf(set: ApiObject, ordinal: number): ApiObject[] {
  const selected = valueAt(set, 'spec.selector.matchLabels')
  return claimTemplates(set).map((template) => {
    const metadata: ObjectMeta = objectOrEmpty(template['metadata'])
    const labels = { ...metadata.labels, ...(isObject(selected) && selected) } as Record<string, string>
    return {
      ...template,
      metadata: {
        ...metadata,
        name: claimName(set, template, ordinal),
        namespace: set.metadata?.namespace ?? '',
        ...(Object.keys(labels).length > 0 && { labels }),
      },
    }
  })
}

/** Makes the pods of stateful sets, and checks them. */
export interface StatefulPods {
  /** Makes a pod without sending it to the server. */
  newPod(set: ApiObject, template: JsonObject | undefined, revision: string, ordinal: number): ApiObject
  hasIdentity(set: ApiObject, pod: ApiObject): boolean
  hasStorage(set: ApiObject, pod: ApiObject): boolean
  /** The pod with the labels and volumes that the set requires. */
  restored(set: ApiObject, pod: ApiObject): ApiObject
}

export function statefulPods(dialect: Dialect): StatefulPods {
  const nameLabel = dialect.spell('statefulset.{labels}/pod-name')
  const indexLabel = dialect.spell('apps.{labels}/pod-index')

  const withLabels = (pod: ApiObject, name: string, ordinal: number, more?: Record<string, string>): ApiObject => {
    const labels = { ...pod.metadata?.labels, [nameLabel]: name, [indexLabel]: String(ordinal), ...more }
    return { ...pod, metadata: { ...pod.metadata, labels } }
  }

  const hasIdentity = (set: ApiObject, pod: ApiObject): boolean => {
    const { parent, ordinal } = membershipOf(pod)
    const name = nameOf(pod)
    return parent === nameOf(set) && name === `${parent}-${ordinal}` && pod.metadata?.labels?.[nameLabel] === name
  }

  return {
    newPod(set, template, revision, ordinal) {
      const setName = nameOf(set)
      const name = `${setName}-${ordinal}`
      const { metadata, ...rest } = podFromTemplate(template, set)
      const subdomain = textAt(set, 'spec.serviceName')
      const own = { name, generateName: `${setName}-`, namespace: set.metadata?.namespace ?? '' }
      const spec = objectOrEmpty(rest['spec'])
      const pod = {
        kind: 'Pod',
        apiVersion: 'v1',
        ...rest,
        metadata: { ...metadata, ...own },
        spec: { ...spec, hostname: name, ...(subdomain !== '' && { subdomain }) },
      }
      return withStorage(set, withLabels(pod, name, ordinal, { [REVISION_LABEL]: revision }), ordinal)
    },
    hasIdentity,
    hasStorage,
    restored(set, pod) {
      const { ordinal } = membershipOf(pod)
      const identified = hasIdentity(set, pod) ? pod : withLabels(pod, `${nameOf(set)}-${ordinal}`, ordinal)
      return hasStorage(set, identified) ? identified : withStorage(set, identified, ordinal)
    },
  }
}

function hasStorage(set: ApiObject, pod: ApiObject): boolean {
  const { ordinal } = membershipOf(pod)
  if (ordinal < 0) return false
  const volumes = new Map(volumesOf(pod).map((volume) => [textAt(volume, 'name'), volume]))
  return [...claimNames(set, ordinal)].every(([volume, claim]) => {
    const found = volumes.get(volume)
    return found !== undefined && textAt(found, 'persistentVolumeClaim.claimName') === claim
  })
}

const volumesOf = (pod: ApiObject): JsonObject[] => listAt(pod, 'spec.volumes').filter(isObject)

/** Volumes of the claims precede the volumes of the template, and replace volumes with the same name. */
function withStorage(set: ApiObject, pod: ApiObject, ordinal: number): ApiObject {
  const claims = claimNames(set, ordinal)
  if (claims.size === 0) return pod
  const ofClaims = [...claims].map(([name, claim]): JsonObject => ({
    name,
    persistentVolumeClaim: { claimName: claim },
  }))
  const others = volumesOf(pod).filter((volume) => !claims.has(textAt(volume, 'name')))
  return { ...pod, spec: { ...objectOrEmpty(pod['spec']), volumes: [...ofClaims, ...others] } }
}
