import { bodyOf } from './read-json.ts'
import { exactJson } from '../../worker/api/exact-json.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { ObjectList } from './list-items.ts'
import type { ObjectRef } from './object-ref.ts'
import { isOwnConflict } from './own-conflict.ts'
import type { ApiConnection } from './api-connection.ts'
import { errorOf } from './api-error.ts'
import { resourcePath } from './resource-path.ts'

/** The User-Agent of requests that a pane sends to show objects. */
export const PANE_AGENT = 'tabplane-explorer'
/** The User-Agent of requests that an action of the user causes. */
export const ACTION_AGENT = 'tabplane'

/** An object in a response of the server. Its kind, apiVersion and metadata are always set. */
export interface StoredObject extends ApiObject {
  kind: string
  apiVersion: string
  metadata: NonNullable<ApiObject['metadata']>
}

/** An item of a list: kind and apiVersion are set on the list only. */
type ListedObject = ApiObject & Pick<StoredObject, 'metadata'>

/**
 * Sends a request. By default, the User-Agent is `PANE_AGENT` for a request without a method, and `ACTION_AGENT` for any other
 * request.
 * @throws ApiError for every response that is not a success.
 */
export async function send(cluster: ApiConnection, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('User-Agent')) headers.set('User-Agent', init.method === undefined ? PANE_AGENT : ACTION_AGENT)
  const response = await cluster.fetch(path, { ...init, headers })
  if (!response.ok) throw await errorOf(response)
  return response
}

/** GETs a path and parses the body. @throws ApiError for every response that is not a success */
export async function getJson<T>(cluster: ApiConnection, path: string, accept = 'application/json'): Promise<T> {
  const response = await send(cluster, path, { headers: { Accept: accept } })
  return bodyOf<T>(response)
}

/** Sends a request as an action of the user and accepts any status; resolves to the audit id of the response. */
export async function sendAgain(cluster: ApiConnection, url: string, init: RequestInit): Promise<string | undefined> {
  const headers = new Headers(init.headers)
  headers.set('User-Agent', ACTION_AGENT)
  const response = await cluster.fetch(url, { ...init, headers })
  await response.arrayBuffer()
  return response.headers.get('Audit-Id') ?? undefined
}

/** Lists a collection. `query` holds selectors, and for one page `limit` and `continue`. @throws ApiError */
export function listObjects(
  cluster: ApiConnection,
  collection: ObjectRef,
  query: Readonly<Record<string, string>> = {},
): Promise<ObjectList<ListedObject>> {
  const search = new URLSearchParams(query).toString()
  return getJson(cluster, resourcePath(collection) + (search === '' ? '' : `?${search}`))
}

interface CreateOptions {
  readonly fieldValidation?: 'Strict'
  readonly dryRun?: boolean
  /** Whether a pane sends the request, and not an action of the user. */
  readonly byPane?: boolean
}

/** Creates an object. Resolves to the stored object. @throws ApiError */
export async function createObject(
  cluster: ApiConnection,
  collection: ObjectRef,
  object: ApiObject,
  { fieldValidation, dryRun = false, byPane = false }: CreateOptions = {},
): Promise<StoredObject> {
  const query = new URLSearchParams()
  if (fieldValidation !== undefined) query.set('fieldValidation', fieldValidation)
  if (dryRun) query.set('dryRun', 'All')
  const path = resourcePath({ ...collection, name: '' })
  const response = await send(cluster, query.size === 0 ? path : `${path}?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...userAgent(byPane) },
    body: exactJson(object),
  })
  return bodyOf<StoredObject>(response)
}

interface ApplyOptions {
  readonly fieldManager: string
  readonly dryRun?: boolean
  /** Whether the apply takes over fields of other managers instead of failing with a conflict. */
  readonly force?: boolean
  /** Whether a pane sends the request, and not an action of the user. */
  readonly byPane?: boolean
}

const userAgent = (byPane: boolean): Record<string, string> => (byPane ? { 'User-Agent': PANE_AGENT } : {})

interface Applied {
  readonly object: StoredObject
  readonly created: boolean
}

/**
 * Applies an object on the server. Forces the apply when only the same manager's own updates conflict with it. JSON is YAML, so
 * one media type fits both.
 * @throws ApiError, 409 for a conflict with other managers
 */
export async function applyObject(
  cluster: ApiConnection,
  ref: ObjectRef,
  object: ApiObject,
  options: ApplyOptions,
): Promise<Applied> {
  try {
    return await sendApply(cluster, ref, object, options)
  } catch (error) {
    if (options.force || !isOwnConflict(error, options.fieldManager)) throw error
    return sendApply(cluster, ref, object, { ...options, force: true })
  }
}

async function sendApply(
  cluster: ApiConnection,
  ref: ObjectRef,
  object: ApiObject,
  { fieldManager, dryRun = false, force = false, byPane = false }: ApplyOptions,
): Promise<Applied> {
  const query = new URLSearchParams({ fieldManager, fieldValidation: 'Strict' })
  if (dryRun) query.set('dryRun', 'All')
  if (force) query.set('force', 'true')
  const response = await send(cluster, `${resourcePath(ref)}?${query}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/apply-patch+yaml', Accept: 'application/json', ...userAgent(byPane) },
    body: exactJson(object),
  })
  return { object: await bodyOf<StoredObject>(response), created: response.status === 201 }
}

interface Patch {
  readonly type: 'application/merge-patch+json' | 'application/strategic-merge-patch+json'
  readonly patch: JsonObject
  readonly subresource?: 'status'
}

/** Patches an object or its status. Resolves to the patched object. @throws ApiError */
export async function patchObject(
  cluster: ApiConnection,
  ref: ObjectRef,
  { type, patch, subresource }: Patch,
): Promise<StoredObject> {
  const tail = subresource === undefined ? '' : `/${subresource}`
  const response = await send(cluster, resourcePath(ref) + tail, {
    method: 'PATCH',
    headers: { 'Content-Type': type, Accept: 'application/json' },
    body: exactJson(patch),
  })
  return bodyOf<StoredObject>(response)
}

/** Deletes an object. With a `uid`, a newer object of the same name is not deleted: the server answers 409. @throws ApiError */
export async function deleteObject(cluster: ApiConnection, ref: ObjectRef, uid?: string): Promise<void> {
  const body = JSON.stringify({
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    propagationPolicy: 'Background',
    ...(uid === undefined ? {} : { preconditions: { uid } }),
  })
  await send(cluster, resourcePath(ref), {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body,
  })
}

/** Updates an object. Its `metadata.resourceVersion` is the precondition: after a concurrent write the answer is 409. */
export async function replaceObject(
  cluster: ApiConnection,
  ref: ObjectRef,
  object: ApiObject,
  { fieldManager, dryRun = false, byPane = false }: ApplyOptions,
): Promise<StoredObject> {
  const query = new URLSearchParams({ fieldManager, fieldValidation: 'Strict' })
  if (dryRun) query.set('dryRun', 'All')
  const response = await send(cluster, `${resourcePath(ref)}?${query}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...userAgent(byPane) },
    body: exactJson(object),
  })
  return bodyOf<StoredObject>(response)
}
