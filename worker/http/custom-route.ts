import { methodNotAllowed, notFound, StatusError } from '../api/status.ts'
import type { Catalog } from '../resources/resource.ts'
import type { RequestInfo } from './request-info.ts'
import type { Route } from './route.ts'
import { routeResource } from './route.ts'

/**
 * Routes a request to a custom group; undefined when the group has no such path.
 * @throws notFound for a subresource that a version does not have, methodNotAllowed for an action that the resource does not have
 */
export function routeCustom(info: RequestInfo, catalog: Catalog): Route | undefined {
  try {
    return routeResource(info, catalog)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const named = { group: info.group, resource: info.resource }
    const found = catalog.find(info.group, info.version, info.resource)
    // The objects of all namespaces can only be read.
    const isEverywhere = found?.resource.namespaced === true && info.namespace === ''
    if (error.code === 405 && !isEverywhere) throw methodNotAllowed(named, info.verb)
    const [, name = '', subresource = ''] = info.parts
    const isMissingPart =
      found !== undefined && subresource !== '' && found.resource.namespaced === (info.namespace !== '')
    if (isMissingPart && !found.version.subresources.has(subresource)) throw notFound(named, name)
    return undefined
  }
}
