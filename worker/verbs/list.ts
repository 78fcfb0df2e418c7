import { clampedInteger, type Int64 } from '../api/int64.ts'
import type { ListMeta } from '../api/object.ts'
import { badRequest, expired, failure, plainError } from '../api/status.ts'
import type { Snapshot, Stored } from '../store/store.ts'
import { Compacted, FutureRevision } from '../store/store.ts'
import type { Continuation } from './continue-token.ts'
import { readContinue, writeContinue } from './continue-token.ts'
import type { Environment } from './environment.ts'
import { awaitRevision, parameterVersion, requireNumber, requireRevision } from './resource-version.ts'
import type { Selection } from './selection.ts'
import { compileSelection } from './selection.ts'
import { requireKey } from './storage-key.ts'
import type { ListOptions, ListResult, Target } from './verbs.ts'
import { convertForRead, objectOf, viewOf } from './version-conversion.ts'
import type { VerbRequest } from './write.ts'

/** A list request without its caller. The answer is the same for every caller, because the authorizer has decided before. */
type List = Omit<VerbRequest<ListOptions>, 'caller'>

export async function list(request: List): Promise<ListResult> {
  const { environment, target, options } = request
  const compiling = compileSelection(environment, target, options)
  const selection = compiling instanceof Promise ? await compiling : compiling
  const { computed } = target.resource.traits
  if (computed !== undefined) {
    const items = computed.items().filter((object) => selection?.matches(object) ?? true)
    return { metadata: {}, items: items.map((object) => ({ object })) }
  }
  const { stored, metadata } = await listStored(request, selection)
  return { metadata, items: stored.map((item) => viewOf(target.resource, target.version, item)) }
}

/** Whether the real server answers a list from its cache, which accepts every key. */
function isCached({ resource }: Target, options: ListOptions): boolean {
  const { resourceVersion, resourceVersionMatch, limit } = options
  if (resource.traits.uncached || resourceVersion === '' || options.continue !== '') return false
  return resourceVersionMatch !== 'Exact' && (limit === 0 || resourceVersion === '0')
}

interface Chunk {
  readonly stored: readonly Stored[]
  readonly metadata: ListMeta
}

/** The stored objects of a list, in order of namespace and name. */
export async function listStored(
  { environment, target, options }: List,
  selection: Selection | undefined,
): Promise<Chunk> {
  const { namespace } = target
  if (!isCached(target, options)) requireKey({ ...target, name: selection?.name ?? '' })
  const continuation = options.continue === '' ? undefined : continuationOf(environment, options)
  const single =
    selection?.name !== undefined && continuation === undefined && (namespace !== '' || !target.resource.namespaced)
  const snapshot = continuation
    ? snapshotOfToken(environment, target, continuation)
    : await snapshotOf(environment, target, { ...options, single })
  // With `0` the limit is ignored, because the real server then answers with all objects of its cache (reference/list.md 4).
  const limit = options.resourceVersion === '0' && isCached(target, options) ? 0 : options.limit
  const stored: Stored[] = []
  let last: Stored | undefined
  const entries = single
    ? entryNamed(snapshot, namespace, selection.name ?? '')
    : entriesFrom(snapshot, namespace, continuation?.start)
  for (const item of entries) {
    if (limit > 0 && stored.length === limit) break
    last = item
    const waiting = convertForRead(target.version, item)
    if (waiting !== undefined) await waiting
    if (selection === undefined || isSelected(selection, target, item)) stored.push(item)
  }
  const metadata: ListMeta = { resourceVersion: String(snapshot.revision) }
  const remaining = limit > 0 && last !== undefined && !single ? snapshot.count({ namespace, after: last.key }) : 0
  if (last !== undefined && remaining > 0) {
    const { key } = last
    const start = `${namespace === '' ? `${key.namespace}/` : ''}${key.name}\0`
    metadata.continue = writeContinue(environment.dialect, { revision: snapshot.revision, start: trimRoot(start) })
    if (selection === undefined) metadata.remainingItemCount = remaining
  }
  return { stored, metadata }
}

/**
 * Whether an object is selected. The stored labels are compared first, because they are available without decoding the object.
 * Only conversions of custom resources can change labels.
 */
function isSelected(selection: Selection, { resource, version }: Target, item: Stored): boolean {
  if (version.custom === undefined && selection.labels?.(item.labels) === false) return false
  return selection.matches(objectOf(resource, version, item))
}

function entryNamed(snapshot: Snapshot, namespace: string, name: string): readonly Stored[] {
  const found = snapshot.get(namespace, name)
  return found === undefined ? [] : [found]
}

// Cluster-scoped objects have no namespace before their name.
const trimRoot = (start: string): string => (start.startsWith('/') ? start.slice(1) : start)

function entriesFrom(snapshot: Snapshot, namespace: string, start: string | undefined): Iterable<Stored> {
  return start === undefined ? snapshot.entries({ namespace }) : entriesAfter(snapshot, namespace, start)
}

function* entriesAfter(snapshot: Snapshot, namespace: string, start: string): Iterable<Stored> {
  const exclusive = start.endsWith('\0')
  const place = exclusive ? start.slice(0, -1) : start
  const pathOf = ({ key }: Stored): string =>
    namespace !== '' || key.namespace === '' ? key.name : `${key.namespace}/${key.name}`
  // The server's tokens end in NUL. After a token that a client made without NUL, the list includes the object that the token
  // names.
  if (!exclusive) {
    for (const item of snapshot.entries({ namespace })) if (pathOf(item) >= place) yield item
    return
  }
  const slash = place.indexOf('/')
  const after =
    namespace !== '' || slash < 0
      ? { namespace, name: place }
      : { namespace: place.slice(0, slash), name: place.slice(slash + 1) }
  yield* snapshot.entries({ namespace, after })
}

function continuationOf({ dialect }: Environment, options: ListOptions): Continuation {
  const continuation = readContinue(dialect, options.continue)
  if (options.resourceVersion !== '' && options.resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  return continuation
}

function snapshotOfToken({ store, dialect }: Environment, { resource }: Target, token: Continuation): Snapshot {
  if (token.revision < 0) return store.snapshot(resource.storage)
  try {
    return store.snapshot(resource.storage, token.revision)
  } catch (error) {
    if (error instanceof FutureRevision) throw futureRevision()
    if (!(error instanceof Compacted)) throw error
    const fresh = writeContinue(dialect, { revision: -1, start: token.start })
    throw failure({ code: 410, reason: 'Expired', message: TOKEN_EXPIRED, metadata: { continue: fresh } })
  }
}

const TOKEN_EXPIRED =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'

const futureRevision = (): Error => plainError('etcdserver: mvcc: required revision is a future revision')

/** The snapshot at the requested version, according to the rules of reference/list.md 4 to 9. */
async function snapshotOf(
  environment: Environment,
  { resource }: Target,
  options: ListOptions & { readonly single: boolean },
): Promise<Snapshot> {
  const { store } = environment
  const { resourceVersion, resourceVersionMatch, limit, single } = options
  if (resourceVersion === '' || resourceVersion === '0') return store.snapshot(resource.storage)
  const { uncached } = resource.traits
  if (uncached || limit > 0 || resourceVersionMatch === 'Exact') requireNumber(resourceVersion)
  const revision = parameterVersion(resourceVersion)
  // Another spelling of 0, such as 00, is the present version too.
  if (revision === 0) return store.snapshot(resource.storage)
  // The real server reads one named object as it is now, also for a page at a version.
  const exact = resourceVersionMatch === 'Exact' || (resourceVersionMatch === '' && limit > 0 && !single)
  if (!exact) {
    // The real server reads pages from its store. Only its cache waits for a revision.
    if (uncached || limit > 0) requireRevision(environment, revision)
    else await awaitRevision(environment, revision)
    return store.snapshot(resource.storage)
  }
  if (revision > MAX_INT64) requireRevision(environment, revision)
  return exactSnapshot(environment, resource.storage, revision)
}

/** The store of the real server has revisions of 63 bits, and the parameter has 64. */
const MAX_INT64 = 2n ** 63n - 1n

/**
 * The snapshot at exactly this revision.
 * @throws 410 when the history does not reach back to the revision, and 500 for a future one
 */
export function exactSnapshot({ store }: Environment, storage: string, revision: Int64): Snapshot {
  try {
    return store.snapshot(storage, clampedInteger(revision))
  } catch (error) {
    if (error instanceof FutureRevision) throw futureRevision()
    if (error instanceof Compacted) throw expired('The resourceVersion for the provided list is too old.')
    throw error
  }
}
