import { badRequest, methodUnknown, resourceNotFound } from '../api/status.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Target } from '../verbs/verbs.ts'
import type { RequestInfo } from './request-info.ts'
import { wantsWatch } from './request-info.ts'

/** The action of a resource request. `connect` opens a subresource that is not an object: `log`, `exec`, `proxy`. */
export type Action =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  | 'connect'

export interface Route {
  readonly action: Action
  readonly target: Target
  /** Whether the path has a namespace segment that is empty, which is allowed for collections only. */
  readonly isNamespaceMissing: boolean
  /** The path after the subresource of a proxied request: `/stats`; empty without one. */
  readonly subpath: string
}

/** The actions of one shape of path, by method. */
type Actions = ReadonlyMap<string, Action>

const EVERYWHERE: Actions = new Map([['GET', 'list']])
const COLLECTION: Actions = new Map([...EVERYWHERE, ['POST', 'create'], ['DELETE', 'deletecollection']])
const ITEM: Actions = new Map([
  ['GET', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
])
const SUBRESOURCE: Actions = new Map([...ITEM, ['POST', 'create']])

/**
 * Finds the served resource and the action. A path exists when some verb of the resource uses its shape. A method without a
 * verb is a 405 on an existing path, and a 404 on any other path.
 *
 * @throws resourceNotFound, methodUnknown
 */
export function routeResource(info: RequestInfo, catalog: Catalog): Route {
  const found = catalog.find(info.group, info.version, info.resource)
  if (found === undefined) throw resourceNotFound()
  const { resource, version } = found
  const scoped = info.parts.length > 0 && inNamespace(info)
  const [, name = '', subresourceName = ''] = info.parts
  const proxied = subresourceName === 'proxy'
  if ((info.parts.length > 3 && !proxied) || (info.parts.length === 2 && name === '')) throw resourceNotFound()

  const target = (subresource: Target['subresource']): Target => ({
    resource,
    version,
    subresource,
    namespace: resource.namespaced && scoped ? info.namespace : '',
    name,
  })
  const route = (action: Action, subresource?: Target['subresource']): Route => ({
    action,
    target: target(subresource),
    isNamespaceMissing: resource.namespaced && scoped && info.namespace === '',
    subpath: proxied ? subpathOf(info) : '',
  })
  const { verbs } = version

  if (!resource.namespaced && scoped) throw resourceNotFound()
  if (info.isWatchPath) {
    if (info.parts.length > 2 || !verbs.includes('watch')) throw resourceNotFound()
    if (info.parts.length === 2 && resource.namespaced && !scoped) throw resourceNotFound()
    if (info.method !== 'GET') throw methodUnknown()
    return route('watch')
  }
  if (info.verb === 'proxy') throw resourceNotFound()
  if (info.parts.length === 1) {
    const everywhere = resource.namespaced && !scoped
    const action = choose(everywhere ? EVERYWHERE : COLLECTION, info.method, verbs)
    return route(action === 'list' && wantsWatch(info.query) ? 'watch' : action)
  }
  if (resource.namespaced && !scoped) throw resourceNotFound()
  if (info.parts.length === 2) return route(choose(ITEM, info.method, verbs))
  const subresource = version.subresources.get(subresourceName)
  if (subresource === undefined) throw resourceNotFound()
  const isConnection = subresourceName === 'log' || subresource.kind.kind.endsWith('Options')
  if (proxied && (info.method === 'HEAD' || info.method === 'OPTIONS')) return route('connect', subresource)
  const action = choose(SUBRESOURCE, info.method, subresource.verbs)
  if (name === '') throw badRequest('name must be provided')
  return route(isConnection ? 'connect' : action, subresource)
}

/**
 * The action of a method.
 * @throws resourceNotFound when no action of the shape is served, methodUnknown when only other methods are
 */
function choose(actions: Actions, method: string, served: readonly string[]): Action {
  const action = actions.get(method)
  if (action !== undefined && served.includes(action)) return action
  for (const other of actions.values()) if (served.includes(other)) throw methodUnknown()
  throw resourceNotFound()
}

/** The path after the subresource. It begins with a slash, and ends with one when the path of the request does. */
function subpathOf({ parts, path }: RequestInfo): string {
  const rest = parts.slice(3).join('/')
  const start = rest === '' ? '' : `/${rest}`
  return path.endsWith('/') ? `${start}/` : start
}

/** Whether the path has `namespaces/{namespace}/` before the resource. */
function inNamespace(info: RequestInfo): boolean {
  const at = info.segments.length - info.parts.length
  return info.segments[at - 2] === 'namespaces' && at >= 2
}
