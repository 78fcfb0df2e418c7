import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { ApiError } from '../api/api-error.ts'
import type { Discovery } from '../api/discovery.ts'
import { applyObject } from '../api/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { parseFieldPath } from './documents.ts'
import type { Fault } from './schema-faults.ts'

/** Field manager of the app's own applies; dry runs use it too, so that they meet the same conflicts. */
export const FIELD_MANAGER = 'tabplane-editor'

/**
 * Asks the server what it would say to the object: a dry run through admission, validation, quota and policies.
 * `elsewhere`: namespaces that the same file creates; that they are missing is no fault.
 */
export async function serverFaults(
  cluster: ClusterHandle,
  discovery: Discovery,
  object: ApiObject,
  namespace: string,
  elsewhere: ReadonlySet<string>,
): Promise<Fault[]> {
  const [group = '', version = ''] = object.apiVersion?.includes('/')
    ? object.apiVersion.split('/')
    : ['', object.apiVersion]
  const type = discovery.byKind(group, object.kind ?? '')
  if (type === undefined)
    return [fault(['kind'], `The cluster serves no kind "${object.kind}" in ${object.apiVersion}.`)]
  const name = object.metadata?.name
  // A name that the server generates cannot be applied; it is created, and there is nothing to compare with.
  if (name === undefined || name === '') return []
  const target = type.namespaced ? (object.metadata?.namespace ?? (namespace === '' ? 'default' : namespace)) : ''
  const ref = { group, version, resource: type.resource, namespace: target, name }
  try {
    await applyObject(cluster, ref, object, { fieldManager: FIELD_MANAGER, dryRun: true })
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 404 && elsewhere.has(target)) return []
    return faultsOf(error)
  }
}

const fault = (path: Fault['path'], message: string, severity: Fault['severity'] = 'error'): Fault => ({
  path,
  atKey: false,
  severity,
  message,
})

/** A mark for each cause that names a field; one at the name of the object otherwise. */
export function faultsOf(error: ApiError): Fault[] {
  const causes = (error.status.details?.causes ?? []) as readonly (JsonObject & {
    field?: string
    message?: string
    reason?: string
  })[]
  const placed = causes.filter(({ field }) => field !== undefined && field !== '' && field !== '<nil>')
  if (placed.length === 0) return [fault(['metadata', 'name'], error.message)]
  return placed.map(({ field = '', message = '', reason }) =>
    fault(parseFieldPath(field), message, reason === 'FieldManagerConflict' ? 'warning' : 'error'),
  )
}
