import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { ApiError } from '../api/api-error.ts'
import type { Discovery } from '../api/discovery.ts'
import { EDITOR_MANAGER } from '../api/manifest.ts'
import { applyObject, replaceObject } from '../api/resource-client.ts'
import type { ObjectRef } from '../app/contracts.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { parseFieldPath } from './documents.ts'
import type { Fault } from './schema-faults.ts'

interface Rehearsal {
  readonly cluster: ClusterHandle
  readonly discovery: Discovery
  /** For objects that name no namespace; empty means `default`. */
  readonly namespace: string
  /** Namespaces that the same file creates; that they are missing is no fault. */
  readonly made: ReadonlySet<string>
  /** The object that the document replaces as a whole; others are applied. */
  readonly replaced?: ObjectRef
}

/** Asks the server what it would say to the object: a dry run through admission, validation, quota and policies. */
export async function serverFaults(object: ApiObject, rehearsal: Rehearsal): Promise<Fault[]> {
  const { cluster, discovery, namespace, made, replaced } = rehearsal
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
    const options = { fieldManager: EDITOR_MANAGER, dryRun: true, own: true }
    if (replaced === undefined) await applyObject(cluster, ref, object, options)
    else await replaceObject(cluster, replaced, object, options)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 404 && made.has(target)) return []
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
