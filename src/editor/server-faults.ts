import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { ApiError } from '../client/api-error.ts'
import type { Discovery } from '../client/discovery.ts'
import type { FieldPath } from '../client/field-path.ts'
import { fieldPath } from '../client/field-path.ts'
import { EDITOR_MANAGER } from '../client/manifest.ts'
import { applyObject, replaceObject } from '../client/resource-client.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { Fault } from './schema-faults.ts'

interface Rehearsal {
  readonly cluster: ClusterHandle
  readonly discovery: Discovery
  /** For objects that name no namespace; empty means `default`. */
  readonly namespace: string
  /** Namespaces that the same file creates; that they are missing is no fault. */
  readonly made: ReadonlySet<string>
  /** Whose fields an apply would set. */
  readonly manager?: string
  /** The object that the document replaces as a whole; others are applied. */
  readonly replaced?: ObjectRef
}

/** Asks the server what it would say to the object: a dry run through admission, validation, quota and policies. */
export async function serverFaults(object: ApiObject, rehearsal: Rehearsal): Promise<Fault[]> {
  const { cluster, discovery, namespace, made, manager = EDITOR_MANAGER, replaced } = rehearsal
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
    const options = { fieldManager: manager, dryRun: true, own: true }
    if (replaced === undefined) await applyObject(cluster, ref, object, options)
    else await replaceObject(cluster, replaced, object, options)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 404 && made.has(target)) return []
    return faultsOf(error, object)
  }
}

const fault = (path: Fault['path'], message: string, severity: Fault['severity'] = 'error'): Fault => ({
  path,
  atKey: false,
  severity,
  message,
})

/** Where the message alone says which field is meant. */
const IN_MESSAGE = [
  // Server-side apply: a typed object that does not fit its schema.
  /(?:: |^\s*)(\.(?:"[^"]*"|[^\s:"])+): /gm,
  // Strict decoding.
  /(?:unknown|duplicate) field "([^"]+(?:\[[^\]]*\][^"]*)*)"/g,
  // A value of another type: the struct's name comes first.
  /Go struct field \w+\.(\S+) of type/g,
]

/** Fields that hold quantities by name. */
const QUANTITIES = new Set(['limits', 'requests', 'capacity', 'hard', 'default', 'defaultRequest', 'max', 'min'])

/** The server does not say which quantity it could not read, but quotes the rule that finds it. */
function quantityFault(message: string, object: ApiObject): FieldPath | undefined {
  const rule = /quantities must match the regular expression '([^']+)'/.exec(message)?.[1]
  if (rule === undefined) return undefined
  const readable = new RegExp(rule)
  const search = (value: Json | undefined, path: FieldPath, quantities: boolean): FieldPath | undefined => {
    if (quantities && typeof value === 'string') return readable.test(value) ? undefined : path
    const members = isObject(value) ? Object.entries(value) : []
    const entries = Array.isArray(value) ? value.entries() : members
    for (const [step, item] of entries) {
      const found = search(item, [...path, step], QUANTITIES.has(String(path.at(-1))))
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(object, [], false)
}

/** A mark for each field that the answer names, in its causes or in its text; one at the name of the object otherwise. */
export function faultsOf(error: ApiError, object: ApiObject): Fault[] {
  const causes = (error.status.details?.causes ?? []) as readonly (JsonObject & {
    field?: string
    message?: string
    reason?: string
  })[]
  const placed = causes.filter(({ field }) => field !== undefined && field !== '' && field !== '<nil>')
  if (placed.length > 0)
    return placed.map(({ field = '', message = '', reason }) =>
      fault(fieldPath(field, object), message, reason === 'FieldManagerConflict' ? 'warning' : 'error'),
    )
  const named = IN_MESSAGE.flatMap((pattern) => [...error.message.matchAll(pattern)].map(([, field = '']) => field))
  if (named.length > 0) return named.map((field) => fault(fieldPath(field, object), error.message))
  const unread = quantityFault(error.message, object)
  if (unread !== undefined) return [fault(unread, error.message)]
  const missing = error.code === 404 && error.status.details?.kind === 'namespaces'
  return [fault(['metadata', missing ? 'namespace' : 'name'], error.message)]
}
