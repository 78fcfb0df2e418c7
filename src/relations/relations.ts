import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty } from '../../worker/api/json.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { podLabels, podReferences } from './pod-references.ts'

/** An object with its place in the API; `key` is `refKey(ref)`. */
export interface RelatedObject {
  readonly key: string
  readonly ref: ObjectRef
  readonly object: StoredObject
}

/** `owns`: by an owner reference; `selects`: by labels; `uses`: by name, such as from an EndpointSlice to its Pods. */
export type RelationKind = 'owns' | 'selects' | 'uses'

export interface Relation {
  readonly from: string
  readonly to: string
  readonly kind: RelationKind
}

const child = (value: Json | undefined, key: string): JsonObject => {
  const inner = isObject(value) ? value[key] : undefined
  return objectOrEmpty(inner)
}

/** Finds objects by uid, by kind and name, and by resource and name. */
class ObjectIndex {
  readonly objects: readonly RelatedObject[]
  readonly #byUid = new Map<string, RelatedObject>()
  readonly #byName = new Map<string, RelatedObject>()

  constructor(objects: readonly RelatedObject[]) {
    this.objects = objects
    for (const each of objects) {
      const { ref, object } = each
      this.#byUid.set(object.metadata.uid ?? '', each)
      this.#byName.set(`${object.kind}/${ref.name}`, each)
      this.#byName.set(`${ref.resource}/${ref.name}`, each)
    }
  }

  byUid(uid: string): RelatedObject | undefined {
    return this.#byUid.get(uid)
  }

  /** @param kind a kind or a resource */
  named(kind: string, name: Json | undefined): RelatedObject | undefined {
    return this.#byName.get(`${kind}/${stringOrEmpty(name)}`)
  }

  ownersOf({ object }: RelatedObject): RelatedObject[] {
    return (object.metadata.ownerReferences ?? []).flatMap(({ uid }) => this.byUid(uid) ?? [])
  }
}

type Link = readonly [kind: RelationKind, to: RelatedObject | undefined]
type Rule = (object: StoredObject, index: ObjectIndex) => Link[]

/** Whether a label selector of the API selects these labels. An empty selector selects all. */
export function isSelected(selector: JsonObject, labels: JsonObject): boolean {
  const exact = Object.entries(child(selector, 'matchLabels')).every(([key, value]) => labels[key] === value)
  return exact && objectsIn(selector['matchExpressions']).every((expression) => isMet(expression, labels))
}

function isMet({ key, operator, values }: JsonObject, labels: JsonObject): boolean {
  const name = stringOrEmpty(key)
  const has = Object.hasOwn(labels, name)
  const among = has && Array.isArray(values) && values.includes(labels[name] ?? null)
  switch (operator) {
    case 'In':
      return among
    case 'NotIn':
      return !among
    case 'Exists':
      return has
    case 'DoesNotExist':
      return !has
    default:
      return false
  }
}

/**
 * The selected workloads, and the selected pods that no drawn workload owns. The replicas of a workload get no separate lines.
 */
function selectedPods(selector: JsonObject, index: ObjectIndex): Link[] {
  return index.objects.flatMap((each): Link[] => {
    const labels = podLabels(each.object)
    if (labels === undefined || index.ownersOf(each).length > 0) return []
    return isSelected(selector, labels) ? [['selects', each]] : []
  })
}

const backends = (spec: JsonObject): JsonObject[] => [
  child(spec, 'defaultBackend'),
  ...objectsIn(spec['rules']).flatMap((rule) =>
    objectsIn(child(rule, 'http')['paths']).map((path) => child(path, 'backend')),
  ),
]

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'EndpointSlice',
    (slice, index) =>
      objectsIn(slice['endpoints']).map((endpoint) => {
        const { kind, name } = child(endpoint, 'targetRef')
        return ['uses', index.named(stringOrEmpty(kind), name)]
      }),
  ],
  [
    'Ingress',
    (ingress, index) => {
      const spec = child(ingress, 'spec')
      return [
        ...backends(spec).map((backend): Link => ['uses', index.named('services', child(backend, 'service')['name'])]),
        ...objectsIn(spec['tls']).map((tls): Link => ['uses', index.named('secrets', tls['secretName'])]),
      ]
    },
  ],
  [
    'HorizontalPodAutoscaler',
    (scaler, index) => {
      const { kind, name } = child(child(scaler, 'spec'), 'scaleTargetRef')
      return [['uses', index.named(stringOrEmpty(kind), name)]]
    },
  ],
  ['PodDisruptionBudget', (budget, index) => selectedPods(child(child(budget, 'spec'), 'selector'), index)],
  ['NetworkPolicy', (policy, index) => selectedPods(child(child(policy, 'spec'), 'podSelector'), index)],
  [
    'PersistentVolumeClaim',
    (claim, index) => [['uses', index.named('persistentvolumes', child(claim, 'spec')['volumeName'])]],
  ],
  [
    'ClusterRoleBinding',
    (binding, index) => {
      const { kind, name } = child(binding, 'roleRef')
      const accounts = objectsIn(binding['subjects']).flatMap((subject) => {
        const found = subject['kind'] === 'ServiceAccount' ? index.named('serviceaccounts', subject['name']) : undefined
        return found?.ref.namespace === subject['namespace'] ? (found ?? []) : []
      })
      // Most bindings of a cluster are for accounts of other namespaces.
      if (accounts.length === 0) return []
      return [['uses', index.named(stringOrEmpty(kind), name)], ...accounts.map((account): Link => ['uses', account])]
    },
  ],
  [
    'RoleBinding',
    (binding, index) => {
      const namespace = binding.metadata.namespace ?? ''
      const { kind, name } = child(binding, 'roleRef')
      const accounts = objectsIn(binding['subjects']).filter(
        (subject) => subject['kind'] === 'ServiceAccount' && subject['namespace'] === namespace,
      )
      return [
        ['uses', index.named(stringOrEmpty(kind), name)],
        ...accounts.map((subject): Link => ['uses', index.named('serviceaccounts', subject['name'])]),
      ]
    },
  ],
])

/**
 * The relations of a pod or template by name. When the template of the owner has the same reference, it is drawn only
 * at the owner.
 */
function usedByPods(each: RelatedObject, index: ObjectIndex): Link[] {
  const references = podReferences(each.object)
  for (let owner = index.ownersOf(each)[0]; owner !== undefined; owner = index.ownersOf(owner)[0])
    for (const known of podReferences(owner.object)) references.delete(known)
  return [...references].map((reference): Link => {
    const [resource = '', name] = reference.split('/')
    return ['uses', index.named(resource, name)]
  })
}

/** The relations between the given objects. References to other objects are ignored. */
export function relationsOf(objects: readonly RelatedObject[]): Relation[] {
  const index = new ObjectIndex(objects)
  const found = new Map<string, Relation>()
  const add = (from: RelatedObject, to: RelatedObject | undefined, kind: RelationKind): void => {
    if (to === undefined || to === from) return
    const id = `${from.key} ${to.key}`
    // An owner often also selects. The first relation of a pair is the closest one, so it is kept.
    if (!found.has(id)) found.set(id, { from: from.key, to: to.key, kind })
  }
  for (const each of objects) for (const owner of index.ownersOf(each)) add(owner, each, 'owns')
  for (const each of objects) {
    for (const [kind, to] of RULES.get(each.object.kind)?.(each.object, index) ?? []) add(each, to, kind)
    for (const [kind, to] of usedByPods(each, index)) add(each, to, kind)
  }
  return [...found.values()]
}

/** Whether every namespace has this object by default, such as its default account. */
export function isUsual({ ref, object }: RelatedObject, rootCertificates: string): boolean {
  if (object.kind === 'ConfigMap') return ref.name === rootCertificates
  return object.kind === 'ServiceAccount' && ref.name === 'default'
}
