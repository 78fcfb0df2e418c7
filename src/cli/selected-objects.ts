import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { ClientRequest } from './client.ts'
import { resourcePath } from './discovery.ts'
import { Failure, Failures, hasReason, ServerError } from './failure.ts'
import type { Query, Selection, Target } from './selection.ts'
import type { Session } from './session.ts'

/** The object, read from the server. */
export async function fetchTarget(session: Session, found: Target, subresource = ''): Promise<ApiObject> {
  if (found.refusal !== undefined) throw found.refusal
  if (found.name === '') throw new Failure('resource name may not be empty')
  const tail = subresource === '' ? '' : `/${subresource}`
  return getInNamespace(session, found.namespace, {
    path: resourcePath(found.type, found.namespace, found.name) + tail,
  })
}

/** A GET of one object. When its namespace does not exist either, the failure names the namespace. */
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
    await client.json({ path: `/api/v1/namespaces/${namespace}` }).catch((missing: unknown) => {
      if (hasReason(missing, 'NotFound')) throw missing
    })
    throw error
  }
}

/** Pages of a query, each as the server answered it. */
export async function* pages(session: Session, asked: Query, accept: string, more: Record<string, string> = {}) {
  const { labelSelector, fieldSelector, type, namespace } = asked
  const client = await session.client()
  // A sorted list is read in one request.
  const chunk = session.flags.text('sort-by') === '' ? session.flags.integer('chunk-size') : 0
  const limit = chunk > 0 ? String(chunk) : undefined
  let next: string | undefined
  do {
    const query = { labelSelector, fieldSelector, limit, continue: next, ...more }
    let page: ApiObject & JsonObject
    try {
      page = await client.json({ path: resourcePath(type, namespace), accept, query })
    } catch (error) {
      throw hasReason(error, 'BadRequest') || hasReason(error, 'NotFound')
        ? unlisted(error as ServerError, asked)
        : error
    }
    yield page
    const { continue: token } = page.metadata ?? {}
    next = typeof token === 'string' && token !== '' ? token : undefined
  } while (next !== undefined)
}

/** Puts the attempted list before the server's error. */
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
  /** Reads the object from the server. */
  load(): Promise<ApiObject>
}

/**
 * Every object of a selection, read from the server, with its target. Failures to read or list are thrown at the end.
 */
export async function* selectedObjects(session: Session, selection: Selection): AsyncGenerator<SelectedObject> {
  for (const found of selection.targets) yield { target: found, load: () => fetchTarget(session, found) }
  const failures = [...selection.unread]
  for (const asked of selection.queries)
    try {
      for await (const page of pages(session, asked, 'application/json'))
        for (const item of Array.isArray(page.items) ? page.items : []) {
          const object = { apiVersion: String(page.apiVersion), ...(item as ApiObject) }
          object.kind ??= asked.type.kind
          const { name = '', namespace } = object.metadata ?? {}
          yield {
            target: { type: asked.type, namespace, name, object },
            load: () => Promise.resolve<ApiObject>(object),
          }
        }
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new Failures(failures)
}

/** The targets of a selection. Failures to read files are thrown at the end. */
export function* readTargets({ targets, unread }: Selection): Generator<Target> {
  yield* targets
  if (unread.length > 0) throw new Failures(unread)
}
