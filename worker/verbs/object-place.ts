import type { ApiObject } from '../api/object.ts'
import { badRequest } from '../api/status.ts'
import type { Target } from './verbs.ts'

/**
 * Sets the namespace of the request on an object without a namespace, and removes the namespace of a cluster-scoped object.
 * Changes the object in place.
 * @throws badRequest() when the object has another namespace than the request
 */
export function matchNamespace({ resource, namespace }: Target, object: ApiObject): void {
  const { metadata } = object
  if (metadata === undefined) return
  if (!resource.namespaced) delete metadata.namespace
  else if ((metadata.namespace ?? '') === '') metadata.namespace = namespace
  else if (metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
}

/** Checks the object that a request asks for: first its namespace, then its name. @throws badRequest() */
export function checkPlace(target: Target, object: ApiObject): void {
  matchNamespace(target, object)
  checkName(target, object)
}

/** Checks the name of an object. @throws badRequest() when it differs from the name in the path */
export function checkName({ name }: Target, object: ApiObject): void {
  const own = object.metadata?.name ?? ''
  if (own === '') {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`)
  }
  if (own !== name) throw badRequest(`the name of the object (${own}) does not match the name on the URL (${name})`)
}
