import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject, ObjectMeta } from '../../api/object.ts'
import { numberAt, valueAt } from '../../resources/path.ts'
import { replicasOf } from './deployment-spec.ts'
import { controllerReference, nameOf, objectAt, timeOf } from '../object-parts.ts'
import { templateHash } from './template-hash.ts'
import { equalSpecs } from '../../resources/rules/equal-specs.ts'

export interface DeploymentSets {
  /** The replica set of the current template. After a rollback it may be older than other sets. */
  readonly current: ApiObject | undefined
  /** The replica sets of former templates. */
  readonly old: readonly ApiObject[]
}

const HASH_LABEL = 'pod-template-hash'

const createdAt = ({ metadata }: ApiObject): number => timeOf(metadata?.creationTimestamp ?? undefined) ?? 0

/** Ascending by creation time, then by name. */
export const byAge = (a: ApiObject, b: ApiObject): number =>
  createdAt(a) - createdAt(b) || (nameOf(a) < nameOf(b) ? -1 : 1)

export const allOf = ({ current, old }: DeploymentSets): ApiObject[] =>
  current === undefined ? [...old] : [...old, current]

export const hasReplicas = (set: ApiObject): boolean => replicasOf(set) > 0

export const sumOf = (sets: Iterable<ApiObject>, path: string): number => {
  let sum = 0
  for (const set of sets) sum += numberAt(set, path)
  return sum
}

/** The replica sets of a deployment. When several of them have the current template, the oldest is `current`. */
export function setsOf(deployment: ApiObject, owned: readonly ApiObject[]): DeploymentSets {
  const template = valueAt(deployment, 'spec.template')
  const sets = [...owned].sort(byAge)
  const current = sets.find((set) => isSameTemplate(valueAt(set, 'spec.template'), template))
  return { current, old: sets.filter((set) => set !== current) }
}

/** Whether two templates are equal, apart from the hash label that replica sets add. */
export const isSameTemplate = (a: Json | undefined, b: Json | undefined): boolean =>
  equalSpecs('api.core.v1.PodTemplateSpec', withoutHash(a), withoutHash(b))

export function withoutHash(template: Json | undefined): JsonObject {
  if (!isObject(template)) return {}
  const metadata = objectAt(template, 'metadata')
  const { [HASH_LABEL]: hash, ...labels } = objectAt(metadata, 'labels')
  return hash === undefined ? template : { ...template, metadata: { ...metadata, labels } }
}

/** A replica set of a deployment's current template, without replicas yet. */
export function newSet(deployment: ApiObject): ApiObject {
  const { name = '', namespace = '' } = deployment.metadata ?? {}
  const { minReadySeconds } = objectAt(deployment, 'spec')
  const template = valueAt(deployment, 'spec.template')
  const collisions = valueAt(deployment, 'status.collisionCount')
  const hash = templateHash(template, typeof collisions === 'number' ? collisions : undefined)
  const metadata: ObjectMeta = isObject(template) ? objectAt(template, 'metadata') : {}
  const selector = objectAt(objectAt(deployment, 'spec'), 'selector')
  const labels = { ...metadata.labels, [HASH_LABEL]: hash }
  return {
    metadata: { name: `${name}-${hash}`, namespace, labels, ownerReferences: [controllerReference(deployment)] },
    spec: {
      replicas: 0,
      ...(minReadySeconds !== undefined && { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...objectAt(selector, 'matchLabels'), [HASH_LABEL]: hash } },
      template: { ...(isObject(template) && template), metadata: { ...metadata, labels } },
    },
  }
}
