import type { ClusterApi, HandledObject } from '../handler.ts'
import type { HandlerApiRequest, RefusedHandlerRequest } from './messages.ts'

/** The API server refused a request of the handler. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly code: number
  readonly reason: string

  constructor({ message, code, reason }: RefusedHandlerRequest) {
    super(message)
    this.code = code
    this.reason = reason
  }
}

interface PendingRequest {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Sends the requests of a handler to the page, and returns the answers. */
export class HandlerApiClient {
  readonly #send: (id: number, text: string) => void
  readonly #pending = new Map<number, PendingRequest>()
  #lastId = 0

  constructor(send: (id: number, text: string) => void) {
    this.#send = send
  }

  reply(id: number, isRefused: boolean, text: string): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    const value: unknown = JSON.parse(text)
    if (isRefused) pending?.reject(new RefusedError(value as RefusedHandlerRequest))
    else pending?.resolve(value)
  }

  #request(request: HandlerApiRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#pending.set(id, { resolve, reject })
      this.#send(id, JSON.stringify(request))
    })
  }

  readonly api: ClusterApi = {
    get: async (collection, name, namespace = '') =>
      ((await this.#request({ verb: 'get', collection, name, namespace })) ?? undefined) as HandledObject | undefined,
    list: (collection, options = {}) =>
      this.#request({ verb: 'list', collection, ...options }) as Promise<HandledObject[]>,
    apply: (object, { owner, force = false } = {}) =>
      this.#request({ verb: 'apply', object: owned(object, owner), force }) as Promise<HandledObject>,
    patch: (object, patch) => this.#request({ verb: 'patch', object: named(object), patch }) as Promise<HandledObject>,
    status: (object, status) =>
      this.#request({ verb: 'status', object: named(object), patch: { status } }) as Promise<HandledObject>,
    delete: async (object) => void (await this.#request({ verb: 'delete', object: named(object) })),
    event: async (object, event) => void (await this.#request({ verb: 'event', object: named(object), patch: event })),
  }
}

/** The parts that identify an object. */
const named = ({ apiVersion, kind, metadata: { name, namespace, uid } }: HandledObject): HandledObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace, uid },
})

function owned(object: HandledObject, owner: HandledObject | undefined): HandledObject {
  if (owner === undefined) return object
  const { apiVersion, kind, metadata } = owner
  const reference = {
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  }
  return { ...object, metadata: { ...object.metadata, ownerReferences: [reference] } }
}
