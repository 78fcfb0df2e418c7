import { isObject, objectOrEmpty, type JsonObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { ApiConnection } from '../../client/api-connection.ts'
import { ApiError } from '../../client/api-error.ts'
import type { Discovery } from '../../client/discovery.ts'
import { discover } from '../../client/discovery.ts'
import { listItems } from '../../client/list-items.ts'
import type { ObjectRef } from '../../client/object-ref.ts'
import {
  applyObject,
  createObject,
  deleteObject,
  getJson,
  listObjects,
  patchObject,
} from '../../client/resource-client.ts'
import { resourcePath } from '../../client/resource-path.ts'
import type { HandlerApiRequest } from '../sandbox/messages.ts'

/** The collection that a handler writes as `apps/v1/deployments`. */
export function collectionOf(text: string): Pick<ObjectRef, 'group' | 'version' | 'resource'> {
  const parts = text.split('/')
  const [resource = '', version = '', group = ''] = parts.reverse()
  return { group, version, resource }
}

/** Sends the requests of a handler. Their objects and names come from untrusted code; the server validates them. */
export class ClusterRequests {
  readonly #connection: ApiConnection
  readonly #cluster: ApiConnection
  readonly #manager: string
  #discovery: Promise<Discovery> | undefined

  /** `cluster` discovers the resources; `connection` sends the requests. */
  constructor(connection: ApiConnection, cluster: ApiConnection, manager: string) {
    this.#connection = connection
    this.#cluster = cluster
    this.#manager = manager
  }

  async send(request: HandlerApiRequest): Promise<unknown> {
    const { verb, collection = '', namespace = '', name = '', labelSelector } = request
    if (verb === 'get') return this.#get({ ...collectionOf(collection), namespace, name })
    if (verb !== 'list') return this.#write(request)
    const query: Record<string, string> = labelSelector === undefined ? {} : { labelSelector }
    return listItems(await listObjects(this.#connection, { ...collectionOf(collection), namespace, name: '' }, query))
  }

  /** The kind of a collection; undefined for an unserved one. */
  async kindOf({ group, resource }: Pick<ObjectRef, 'group' | 'resource'>): Promise<string | undefined> {
    const known = (await this.#discover()).byResource(group, resource)
    return (known ?? (await this.#discover(true)).byResource(group, resource))?.kind
  }

  async #get(ref: ObjectRef): Promise<unknown> {
    if (ref.name === '') throw new Error('get needs the name of an object')
    try {
      return await getJson(this.#connection, resourcePath(ref))
    } catch (error) {
      if (error instanceof ApiError && error.code === 404) return null
      throw error
    }
  }

  async #write({ verb, object, patch, force = false }: HandlerApiRequest): Promise<unknown> {
    if (!isObject(object) || !isObject(object.metadata)) throw new Error(`${verb} needs an object with metadata`)
    const target: ApiObject = object
    if (verb === 'event') return this.#event(target, objectOrEmpty(patch))
    const ref = await this.#refOf(target)
    if (verb === 'delete') return deleteObject(this.#connection, ref, target.metadata?.uid)
    if (verb === 'apply')
      return (await applyObject(this.#connection, ref, target, { fieldManager: this.#manager, force })).object
    return patchObject(this.#connection, ref, {
      type: 'application/merge-patch+json',
      patch: objectOrEmpty(patch),
      ...(verb === 'status' && { subresource: 'status' }),
    })
  }

  async #refOf({ apiVersion = '', kind = '', metadata }: ApiObject): Promise<ObjectRef> {
    const [version = '', group = ''] = apiVersion.split('/').reverse()
    const type = (await this.#discover()).byKind(group, kind) ?? (await this.#discover(true)).byKind(group, kind)
    if (type === undefined) throw new Error(`the cluster serves no kind ${kind} in ${apiVersion}`)
    const { namespace = '', name = '' } = metadata ?? {}
    if (name === '') throw new Error(`the ${kind} has no metadata.name`)
    if (type.namespaced && namespace === '') throw new Error(`the ${kind} ${name} has no metadata.namespace`)
    return { group, version, resource: type.resource, namespace: type.namespaced ? namespace : '', name }
  }

  #discover(again = false): Promise<Discovery> {
    if (again || this.#discovery === undefined) {
      const requested = discover(this.#cluster)
      this.#discovery = requested
      requested.catch(() => {
        if (this.#discovery === requested) this.#discovery = undefined
      })
    }
    return this.#discovery
  }

  #event({ apiVersion, kind, metadata }: ApiObject, { type, reason, message }: JsonObject): Promise<unknown> {
    const { name = '', namespace = '', uid } = metadata ?? {}
    const at = new Date().toISOString().replace(/\.\d+/, '')
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { generateName: `${name}.`, namespace: namespace === '' ? 'default' : namespace },
      involvedObject: { apiVersion, kind, name, namespace, uid },
      type: type === 'Warning' ? 'Warning' : 'Normal',
      reason: String(reason),
      message: String(message),
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
      source: { component: this.#manager },
    }
    const events = { group: '', version: 'v1', resource: 'events', namespace: event.metadata.namespace, name: '' }
    return createObject(this.#connection, events, event)
  }
}
