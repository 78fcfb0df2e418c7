import { isObject, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { notFound } from '../../api/status.ts'
import { matches } from '../../resources/rules/label-selector.ts'
import type { AdmissionRequest, Lister } from '../admission.ts'
import { isNamespaces } from '../scopes.ts'
import type { Hook } from './webhook.ts'

/**
 * Whether the selectors of a hook match a request.
 * @throws notFound when a selector needs the labels of a missing namespace
 */
export function selects(
  { namespaceSelector, objectSelector }: Hook,
  request: AdmissionRequest,
  lister: Lister,
): boolean {
  if (objectSelector !== undefined) {
    const { object, oldObject } = request
    if (!matchesObject(objectSelector, object) && !matchesObject(objectSelector, oldObject)) return false
  }
  return namespaceSelector === undefined || inNamespace(namespaceSelector, request, lister)
}

/** Whether a selector matches an object. An object without metadata, such as the options of a connect, matches no selector. */
const matchesObject = (selector: JsonObject, object: ApiObject | undefined): boolean =>
  isObject(object?.metadata) && matches(selector, object.metadata.labels) === true

function inNamespace(selector: JsonObject, request: AdmissionRequest, lister: Lister): boolean {
  const { namespace, operation, subresource, object } = request
  const isNamespace = isNamespaces(request)
  if (namespace === '' && !isNamespace) return true
  // A write of a namespace is matched by the labels of the new object.
  if (isNamespace && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE')) {
    return matches(selector, object?.metadata?.labels) === true
  }
  const found = lister.get('namespaces', '', namespace)
  if (found === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace)
  return matches(selector, found.metadata?.labels) === true
}
