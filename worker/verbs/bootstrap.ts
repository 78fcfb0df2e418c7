import type { Catalog } from '../resources/resource.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bootstrapObjects } from '../resources/bootstrap.ts'
import type { Store } from '../store/store.ts'
import type { Caller, Verbs } from './verbs.ts'

/** What every cluster starts with is made through the verbs, like anything else. */
interface Bootstrapped {
  readonly verbs: Verbs
  readonly store: Store
  readonly catalog: Catalog
  readonly dialect: Dialect
  /** Of service addresses; without one the server gets no service. */
  readonly serviceRanges?: readonly string[]
}

/** Makes the objects that every cluster has, where they are missing. Called once, before the first request. */
export async function bootstrap({ verbs, store, catalog, dialect, serviceRanges = [] }: Bootstrapped): Promise<void> {
  const before = store.revision
  for (const { group, version, resource, namespace, object } of bootstrapObjects(dialect, serviceRanges)) {
    const found = catalog.find(group, version, resource)
    if (found === undefined) throw new Error(`serve ${group}/${version} ${resource}: a cluster starts with some`)
    const name = object.metadata?.name ?? ''
    if (store.get({ resource: found.resource.storage, namespace, name }) !== undefined) continue
    const target = { ...found, subresource: undefined, namespace, name: '' }
    await verbs.create(target, serverItself, object, { dryRun: false, fieldManager: 'apiserver' })
  }
  // Nobody saw the versions before, so nobody goes on from one: a watch from `1` is told to list first.
  if (store.revision > before) store.compact()
}

const serverItself: Caller = {
  requestId: '',
  user: { username: 'system:apiserver', uid: '', groups: ['system:masters'], extra: {} },
  userAgent: '',
  signal: new AbortController().signal,
  trace: { stage: () => undefined },
  warn: () => undefined,
}
