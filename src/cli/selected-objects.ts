import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { ClientRequest } from './client.ts'
import { resourcePath } from './discovery.ts'
import { Failures, hasReason, Misplaced, ServerError, throwAll } from './failure.ts'
import { logLevel } from './klog.ts'
import { chunkLimit, listPages } from './list-pages.ts'
import type { Query, Selection, Target } from './selection.ts'
import type { Session } from './session.ts'
import { requireStruct } from './typed-objects.ts'

/** Reads the object of a target, or one of its subresources, from the server. */
export async function fetchTarget(session: Session, found: Target, subresource = ''): Promise<ApiObject> {
  // kubectl reads the object of a file before it looks at the namespace.
  const isMisplaced = found.refusal instanceof Misplaced
  if (found.refusal !== undefined && !isMisplaced) throw found.refusal
  const tail = subresource === '' ? '' : `/${subresource}`
  const object = await getInNamespace(session, found.namespace, {
    path: resourcePath(found.type, found.namespace, found.name) + tail,
  })
  if (isMisplaced) throw found.refusal
  if (found.scheme !== undefined) await requireStruct(session.host.dialect, object, found.scheme)
  return object
}

/** The level at which the log has a line for each request. */
const REQUESTS = 6

/** kubectl reads some objects twice. This client already has the object, so it sends the request only for the log. */
export const logReading = (session: Session, { type, namespace, name }: Target): Promise<void> =>
  logReadingPath(session, resourcePath(type, namespace, name))

/** Reads the object at a path for the log only. */
export async function logReadingPath(session: Session, path: string): Promise<void> {
  if (logLevel(session.flags, 'round_trippers') < REQUESTS) return
  await (await session.client()).json({ path })
}

/** Reads one object. When neither the object nor its namespace exists, throws the NotFound error of the namespace. */
export async function getInNamespace(
  session: Session,
  namespace: string | undefined,
  request: ClientRequest,
): Promise<JsonObject> {
  const client = await session.client()
  try {
    return await client.json(request)
  } catch (error) {
    if (!hasReason(error, 'NotFound') || namespace === undefined || namespace === 'default') throw error
    await client.json({ accept: request.accept, path: `/api/v1/namespaces/${namespace}` }).catch((missing: unknown) => {
      if (hasReason(missing, 'NotFound')) throw missing
    })
    throw error
  }
}

/**
 * Lists the objects of a query in pages of `--chunk-size` objects, and yields each page as the server sent it. `more` are further
 * parameters of the request.
 */
export async function* pages(
  session: Session,
  query: Query,
  accept: string,
  more: Record<string, string | undefined> = {},
) {
  const { labelSelector, fieldSelector, type, namespace } = query
  const client = await session.client()
  // `--sort-by` needs the whole list, which one request reads.
  const limit = session.flags.text('sort-by') === '' ? chunkLimit(session.flags) : undefined
  const parameters = { labelSelector, fieldSelector, limit, ...more }
  try {
    yield* listPages(client, { path: resourcePath(type, namespace), accept, query: parameters })
  } catch (error) {
    throw hasReason(error, 'BadRequest') || hasReason(error, 'NotFound') ? unlisted(error as ServerError, query) : error
  }
}

/** Prefixes the message of a failed list request with the resource and the selectors of the query. */
function unlisted({ status }: ServerError, { type, labelSelector, fieldSelector }: Query): ServerError {
  const resource = JSON.stringify(`${type.group}/${type.version}, Resource=${type.resource}`)
  const what =
    labelSelector === undefined && fieldSelector === undefined
      ? `Unable to list ${resource}`
      : `Unable to find ${resource} that match label selector ${JSON.stringify(labelSelector ?? '')}, field selector ${JSON.stringify(fieldSelector ?? '')}`
  return new ServerError({ ...status, message: `${what}: ${status.message}` })
}

/** An object that a command line selects. */
export interface SelectedObject {
  readonly target: Target
  /** Returns the object. Sends a GET unless a list response already contained the object. */
  load(): Promise<ApiObject>
}

/**
 * Yields the targets of a selection, then the items of its queries. With `readsFiles`, a target from a file is read from
 * the server before it is yielded.
 * @throws Failures after the last object: unreadable files, failed list requests and, with `readsFiles`, failed reads
 */
export async function* selectedObjects(
  session: Session,
  selection: Selection,
  { readsFiles = false } = {},
): AsyncGenerator<SelectedObject> {
  const failed = new Map<unknown, unknown>()
  for (const target of selection.targets) {
    const { object, name } = target
    if (!readsFiles && !isMatched(target)) {
      failed.set(target, target.refusal)
      continue
    }
    // An object without a name has no newer state on the server.
    const load = (): Promise<ApiObject> =>
      readsFiles && object !== undefined && name === '' && target.refusal === undefined
        ? Promise.resolve(object)
        : fetchTarget(session, target)
    if (!readsFiles || target.object === undefined) yield { target, load }
    else
      try {
        const object = await load()
        yield { target, load: () => Promise.resolve(object) }
      } catch (error) {
        // kubectl checks the namespace after it has visited the files, so this failure is in no aggregate.
        if (error instanceof Misplaced) yield { target, load: () => Promise.reject(error) }
        else failed.set(target, error)
      }
  }
  const failures = visitFailures(selection, failed)
  for (const query of selection.queries)
    try {
      for await (const page of pages(session, query, 'application/json')) {
        if (query.scheme !== undefined) await requireStruct(session.host.dialect, page, query.scheme)
        for (const item of Array.isArray(page.items) ? page.items : []) {
          const object = { apiVersion: String(page.apiVersion), ...(item as ApiObject) }
          object.kind ??= query.type.kind
          const { name = '', namespace } = object.metadata ?? {}
          yield {
            target: { type: query.type, namespace, name, object },
            load: () => Promise.resolve<ApiObject>(object),
          }
        }
      }
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new Failures(failures)
}

/** Whether the server serves the type of a target. A target without a served type is an item of a list. */
export const isMatched = ({ refusal }: Target): boolean => !(refusal instanceof Failures)

/** The failures of unreadable documents, and for each list an aggregate about its unmatched items. */
export function unreadIn(selection: Selection): readonly unknown[] {
  const unmatched = selection.targets.filter((target) => !isMatched(target))
  if (unmatched.length === 0) return selection.unread
  return visitFailures(selection, new Map(unmatched.map((target) => [target, target.refusal])))
}

/** Yields the matched targets of a selection. Errors of unreadable files and unmatched items are thrown after the last. */
export function* readTargets(selection: Selection): Generator<Target> {
  yield* selection.targets.filter(isMatched)
  const failures = unreadIn(selection)
  if (failures.length > 0) throw new Failures(failures)
}

/**
 * The failures of a visit in the order of the files: failed targets and unreadable documents. The failures of the items
 * of one list form an aggregate.
 */
export function visitFailures(
  { targets, unread, unreadAt }: Selection,
  failed: ReadonlyMap<unknown, unknown>,
): unknown[] {
  const found: unknown[] = []
  const addUnread = (at: number): void =>
    unread.forEach((failure, i) => (unreadAt?.[i] ?? targets.length) === at && found.push(failure))
  const lists = new Map<ApiObject, unknown[]>()
  for (const [at, target] of targets.entries()) {
    addUnread(at)
    const failure = failed.get(target)
    if (failure === undefined) continue
    const items = target.list && lists.get(target.list)
    if (items !== undefined) items.push(failure)
    else if (target.list === undefined) found.push(failure)
    else {
      const first = [failure]
      lists.set(target.list, first)
      found.push(first)
    }
  }
  addUnread(targets.length)
  return found.map((each) => (Array.isArray(each) ? new Failures(each) : each))
}

/**
 * Visits the targets of a selection in the order of its files until the first failure. All items of a list are visited,
 * and their failures form an aggregate.
 */
export async function visitUntilFailure(
  { targets, unread, unreadAt = [] }: Selection,
  visit: (target: Target) => Promise<void>,
): Promise<void> {
  let [list, failures]: [ApiObject | undefined, unknown[]] = [undefined, []]
  for (const [at, target] of targets.entries()) {
    if (target.list !== list || list === undefined) throwAll(failures)
    if (unreadAt[0] === at) throw unread[0]
    list = target.list
    await visit(target).catch((error: unknown) => void failures.push(error))
  }
  throwAll(failures)
  if (unread.length > 0) throw unread[0]
}
