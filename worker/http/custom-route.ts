import { badRequest, methodNotAllowed, notFound } from '../api/status.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Caller } from '../verbs/verbs.ts'
import { warnOfCustomDeprecation } from './deprecations.ts'
import type { RequestInfo } from './request-info.ts'
import type { Action, Route } from './route.ts'

const OF_OBJECTS: readonly Action[] = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
]
const OF_SUBRESOURCES: readonly Action[] = ['get', 'update', 'patch']

/**
 * Routes a request to a custom group by its verb and names alone, as the real server does: the shape of the path and further
 * segments have no meaning. Undefined when the group has no such path. Warns of a deprecated version, even when the server
 * then refuses the request.
 * @throws notFound for a subresource that a version does not have, methodNotAllowed for an action that the resource does not
 * have, badRequest without a name
 */
export function routeCustom(info: RequestInfo, catalog: Catalog, caller: Caller): Route | undefined {
  const found = catalog.find(info.group, info.version, info.resource)
  if (found === undefined) return undefined
  const { resource, version } = found
  // The objects of all namespaces can only be read.
  const isEverywhere = resource.namespaced && (info.verb === 'list' || info.verb === 'watch')
  if (resource.namespaced !== (info.namespace !== '') && !(isEverywhere && info.namespace === '')) return undefined
  warnOfCustomDeprecation(version, caller)
  const [, name = ''] = info.parts
  const named = { group: info.group, resource: info.resource }
  const subresource = version.subresources.get(info.subresource)
  if (info.subresource !== '' && subresource === undefined) throw notFound(named, name)
  const action = (subresource === undefined ? OF_OBJECTS : OF_SUBRESOURCES).find((one) => one === info.verb)
  if (action === undefined) throw methodNotAllowed(named, info.verb)
  if (name === '' && (action === 'update' || action === 'patch')) throw badRequest('name must be provided')
  const target = { resource, version, subresource, namespace: info.namespace, name: action === 'create' ? '' : name }
  return { action, target, isNamespaceMissing: false, subpath: '' }
}
