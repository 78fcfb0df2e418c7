import type { ListMeta } from '../../worker/api/object.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { Discovery, ResourceType } from '../client/discovery.ts'
import { typeKey } from '../client/discovery.ts'
import type { Informer } from '../client/informer.ts'
import { startInformer } from '../client/informer.ts'
import { metadataAccept } from '../client/metadata.ts'
import { pageTiming } from '../client/page-timing.ts'
import { refKey, resourcePath } from '../client/resource-path.ts'
import type { StoredObject } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { Relation, RelatedObject } from './relations.ts'
import { isUsual, relationsOf } from './relations.ts'

/** The types whose objects take part in relations, as templates of the dialect. Custom resources are added. */
const TYPES: readonly string[] = [
  'ingresses.networking.{domain}',
  'services',
  'endpointslices.discovery.{domain}',
  'horizontalpodautoscalers.autoscaling',
  'cronjobs.batch',
  'jobs.batch',
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'replicasets.apps',
  'replicationcontrollers',
  'pods',
  'poddisruptionbudgets.policy',
  'networkpolicies.networking.{domain}',
  'persistentvolumeclaims',
  'persistentvolumes',
  'rolebindings.rbac.authorization.{domain}',
  'roles.rbac.authorization.{domain}',
  'clusterrolebindings.rbac.authorization.{domain}',
]
/** The page reads only the metadata of these types, so it never receives the contents of Secrets. */
const NAMES_ONLY: readonly string[] = [
  'serviceaccounts',
  'configmaps',
  'secrets',
  'clusterroles.rbac.authorization.{domain}',
]

interface List {
  readonly metadata?: ListMeta
  /** The server writes null for an empty list. */
  readonly items: readonly StoredObject[] | null
}

export interface NamespaceScope {
  readonly cluster: ClusterHandle
  readonly discovery: Discovery
  readonly customTypes: ReadonlySet<string>
  readonly namespace: string
}

/** The objects of one namespace and the relations between them, live. */
export class NamespaceObjects {
  #objects = $state.raw<readonly RelatedObject[]>([])
  #relations = $state.raw<readonly Relation[]>([])
  #loaded = $state(false)
  #failures = $state.raw<ReadonlyMap<string, Error>>(new Map())
  readonly #held = new Map<string, Map<string, RelatedObject>>()
  readonly #informers: Informer[] = []
  readonly #rootCertificates: string
  readonly #namesOnly: ReadonlySet<string>
  #loading = 0
  #scheduled = false
  #stopped = false

  constructor({ cluster, discovery, customTypes, namespace }: NamespaceScope) {
    const { spell } = dialects[cluster.info.dialect]
    this.#rootCertificates = spell('{system}-root-ca.crt')
    this.#namesOnly = new Set(NAMES_ONLY.map(spell))
    const wanted = new Set(TYPES.map(spell))
    const types = discovery.types.filter((type) => {
      const key = typeKey(type)
      if (!type.verbs.includes('list')) return false
      return wanted.has(key) || this.#namesOnly.has(key) || (type.namespaced && customTypes.has(key))
    })
    this.#loading = types.length
    for (const type of types) this.#informers.push(this.#follow(cluster, type, namespace))
  }

  get objects(): readonly RelatedObject[] {
    return this.#objects
  }

  get relations(): readonly Relation[] {
    return this.#relations
  }

  /** Whether the server has listed or refused every type once. */
  get loaded(): boolean {
    return this.#loaded
  }

  /**
   * The last failure of each type, such as `secrets`. A failure is removed when the server lists and watches its type
   * again.
   */
  get failures(): ReadonlyMap<string, Error> {
    return this.#failures
  }

  stop(): void {
    this.#stopped = true
    for (const informer of this.#informers) informer.stop()
  }

  #follow(cluster: ClusterHandle, type: ResourceType, namespace: string): Informer {
    const held = new Map<string, RelatedObject>()
    this.#held.set(typeKey(type), held)
    const accept = this.#namesOnly.has(typeKey(type)) ? metadataAccept(cluster) : undefined
    let isFirst = true
    const answered = (): void => {
      if (isFirst) this.#loading--
      isFirst = false
      this.#schedule()
    }
    const put = (object: StoredObject): void => {
      const each = this.#relatedObject(type, object)
      held.set(each.key, each)
    }
    return startInformer<List, StoredObject>(
      {
        fetch: (path, init) => cluster.fetch(path, init),
        path: resourcePath({ ...type, namespace: type.namespaced ? namespace : '', name: '' }),
        accept: accept?.list ?? 'application/json',
        watchAccept: accept?.watch,
        canWatch: type.verbs.includes('watch'),
        ...pageTiming,
      },
      {
        page(list, { first, last }) {
          if (first) held.clear()
          for (const item of list.items ?? []) put(item)
          if (last) answered()
        },
        apply: (events) => {
          for (const { type: change, object } of events) {
            if (change === 'DELETED') held.delete(this.#relatedObject(type, object).key)
            else put(object)
          }
          this.#schedule()
        },
        phase: (phase, error) => {
          this.#failed(typeKey(type), error)
          if (phase === 'failed') answered()
        },
      },
    )
  }

  #failed(type: string, error: Error | undefined): void {
    if (error === undefined && !this.#failures.has(type)) return
    const failures = new Map(this.#failures)
    if (error === undefined) failures.delete(type)
    else failures.set(type, error)
    this.#failures = failures
  }

  /** Adds kind and apiVersion: items of a list omit them, and metadata has the kind PartialObjectMetadata. */
  #relatedObject({ group, version, resource, kind }: ResourceType, object: StoredObject): RelatedObject {
    const { name = '', namespace = '' } = object.metadata
    const ref = { group, version, resource, namespace, name }
    const apiVersion = group === '' ? version : `${group}/${version}`
    return { key: refKey(ref), ref, object: { ...object, kind, apiVersion } }
  }

  /** Updates once for each frame, because several informers often change in one frame. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    pageTiming.schedule(() => {
      this.#scheduled = false
      if (!this.#stopped) this.#show()
    })
  }

  #show(): void {
    const all = [...this.#held.values()].flatMap((held) => [...held.values()])
    const relations = relationsOf(all)
    const related = new Set(relations.flatMap(({ from, to }) => [from, to]))
    this.#objects = all.filter((each) => {
      if (related.has(each.key)) return true
      // The map shows cluster-scoped objects only when this namespace uses them: volumes of its claims, roles of its
      // accounts.
      return each.ref.namespace !== '' && !isUsual(each, this.#rootCertificates)
    })
    this.#relations = relations
    this.#loaded = this.#loading <= 0
  }
}
