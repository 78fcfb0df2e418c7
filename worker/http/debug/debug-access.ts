import type { UserInfo } from '../../api/user.ts'
import type { Attributes, Authorizer } from '../../authorization/authorizer.ts'
import type { Catalog } from '../../resources/resource.ts'
import { andThen, type Awaitable } from '../../runtime/awaitable.ts'

/** An object that a debug document has entries about. */
export type ShownObject = Pick<Attributes, 'group' | 'version' | 'resource' | 'subresource' | 'namespace' | 'name'>

/**
 * Filters the entries of a debug document: a reader of `/debug/` sees only entries about objects that it may `get`. Each request
 * has its own instance, so that one decision serves all entries of an object.
 */
export class DebugReader {
  readonly user: UserInfo
  readonly #authorizer: Authorizer
  readonly #decisions = new Map<string, Awaitable<boolean>>()

  constructor(authorizer: Authorizer, user: UserInfo) {
    this.#authorizer = authorizer
    this.user = user
  }

  mayGet(object: ShownObject): Awaitable<boolean> {
    const { group, version, resource, subresource, namespace, name } = object
    const key = JSON.stringify([group, resource, subresource, namespace, name])
    let decision = this.#decisions.get(key)
    if (decision === undefined) {
      const attributes = { group, version, resource, subresource, namespace, name }
      const asked = { user: this.user, verb: 'get', resourceRequest: true, path: '', ...attributes }
      decision = andThen(this.#authorizer.authorize(asked), ({ effect }) => effect === 'allow')
      this.#decisions.set(key, decision)
    }
    return decision
  }
}

/** The object of a stored key. Undefined for internal rows of the server, such as its signing keys. */
export function objectOfKey(
  catalog: Catalog,
  key: { readonly resource: string; readonly namespace?: string | undefined; readonly name: string },
): ShownObject | undefined {
  const resource = catalog.stored(key.resource)
  if (resource === undefined) return undefined
  return {
    group: resource.group,
    version: resource.storageVersion.version,
    resource: resource.name,
    subresource: '',
    namespace: key.namespace ?? '',
    name: key.name,
  }
}
