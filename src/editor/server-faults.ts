import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { ApiError } from '../client/api-error.ts'
import type { Discovery } from '../client/discovery.ts'
import type { FieldPath } from '../client/field-path.ts'
import { fieldPath } from '../client/field-path.ts'
import { EDITOR_MANAGER } from '../client/manifest.ts'
import { explain } from '../explanations/explanations.ts'
import { applyObject, createObject, replaceObject } from '../client/resource-client.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { Fault } from './schema-faults.ts'

interface DryRunContext {
  readonly cluster: ClusterHandle
  readonly discovery: Discovery
  /** The namespace of objects that name none; empty means `default`. */
  readonly namespace: string
  /** Namespaces that the same file creates. The dry run may report them as missing, because a dry run stores nothing. */
  readonly made: ReadonlySet<string>
  /** The field manager of the apply. */
  readonly manager?: string
  /** The live object that the document updates; undefined when the document is applied. */
  readonly replaced?: ObjectRef
}

/**
 * The errors of a dry run of the object, which includes admission, validation, quota and policies. Undefined when the
 * server did not validate the fields of the object.
 * @throws TypeError when the cluster cannot be reached
 */
export async function serverFaults(object: ApiObject, context: DryRunContext): Promise<Fault[] | undefined> {
  const { cluster, discovery, namespace, made, manager = EDITOR_MANAGER, replaced } = context
  const [group = '', version = ''] = object.apiVersion?.includes('/')
    ? object.apiVersion.split('/')
    : ['', object.apiVersion]
  const type = discovery.byKind(group, object.kind ?? '')
  if (type === undefined)
    return [fault(['kind'], `The cluster serves no kind "${object.kind}" in ${object.apiVersion}.`)]
  const name = object.metadata?.name
  // An object with generateName cannot be applied, only created.
  if (name === undefined || name === '') return undefined
  const target = type.namespaced ? (object.metadata?.namespace ?? (namespace === '' ? 'default' : namespace)) : ''
  const ref = { group, version, resource: type.resource, namespace: target, name }
  try {
    const options = { fieldManager: manager, dryRun: true, byPane: true }
    if (replaced === undefined) await applyObject(cluster, ref, object, options)
    else await replaceObject(cluster, replaced, object, options)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 404 && made.has(target)) return faultsInDefault(ref, object, cluster)
    return faultsOf(error, object, dialects[cluster.info.dialect])
  }
}

/**
 * The errors of an object whose namespace does not exist yet. The server validates the fields only in a namespace that exists, so
 * a dry run creates the object in `default`. Its other refusals are about `default`: a policy or a quota there, or a service
 * account that is missing there.
 */
async function faultsInDefault(
  ref: ObjectRef,
  object: ApiObject,
  cluster: ClusterHandle,
): Promise<Fault[] | undefined> {
  const moved = { ...object, metadata: { ...object.metadata, namespace: 'default' } }
  try {
    const options = { fieldValidation: 'Strict', dryRun: true, byPane: true } as const
    await createObject(cluster, { ...ref, namespace: 'default' }, moved, options)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The server compares names after it has validated the fields.
    if (error.code === 409) return []
    const validated = error.code === 400 || error.code === 422
    return validated ? faultsOf(error, object, dialects[cluster.info.dialect]) : undefined
  }
}

const fault = (path: Fault['path'], message: string): Fault => ({ path, atKey: false, severity: 'error', message })

/** Patterns of messages that contain the path of the field. They are used when the Status has no causes. */
const IN_MESSAGE = [
  // Server-side apply: the object does not match its schema.
  /(?:: |^\s*)(\.(?:"[^"]*"|[^\s:"])+): /gm,
  // Strict decoding.
  /(?:unknown|duplicate) field "([^"]+(?:\[[^\]]*\][^"]*)*)"/g,
  // A value of a wrong type: the path begins with the name of the struct.
  /Go struct field \w+\.(\S+) of type/g,
]

/** Errors with these texts concern the name of a field and not its value. */
const OF_NAME = /field not declared in schema|(?:unknown|duplicate) field/

/** The fields that hold maps of quantities. */
const QUANTITIES = new Set(['limits', 'requests', 'capacity', 'hard', 'default', 'defaultRequest', 'max', 'min'])

/** The expression that the server quotes in its message about a quantity. */
const QUANTITY = /^[+-]?[0-9.]+[eEinumkKMGTP]*[-+]?[0-9]*$/

/** The path of the first invalid quantity, which the server's message does not name. */
function quantityFault(message: string, object: ApiObject): FieldPath | undefined {
  if (!message.includes('quantities must match the regular expression')) return undefined
  const search = (value: Json | undefined, path: FieldPath, quantities: boolean): FieldPath | undefined => {
    if (quantities && typeof value === 'string') return QUANTITY.test(value) ? undefined : path
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

/**
 * A diagnostic for each field that the Status names in its causes or its message. Without such a field, one at the
 * object's name.
 */
export function faultsOf(error: ApiError, object: ApiObject, dialect: Dialect): Fault[] {
  /** Adds the explanation of a known message above the text of the server. */
  const explained = (path: Fault['path'], text: string): Fault => {
    const found = explain(text, dialect)
    const place = { ...fault(path, text), atKey: OF_NAME.test(text) }
    if (found === undefined) return place
    return { ...place, message: `${found.words.join(' ')}\n${text}`, citation: found.citation }
  }
  const causes = (error.status.details?.causes ?? []) as readonly (JsonObject & {
    field?: string
    message?: string
    reason?: string
  })[]
  const placed = causes.filter(({ field }) => field !== undefined && field !== '' && field !== '<nil>')
  if (placed.length > 0)
    return placed.map(({ field = '', message = '', reason }) => ({
      ...explained(fieldPath(field, object), message),
      severity: reason === 'FieldManagerConflict' ? 'warning' : 'error',
    }))
  const named = IN_MESSAGE.flatMap((pattern) => [...error.message.matchAll(pattern)])
  // In a message with several errors, the diagnostic of each field has the line about that field.
  const lines = error.message.split('\n').map((line) => line.trim())
  const lineOf = ([whole = '', field = '']: RegExpExecArray): string =>
    lines.find((line) => line.startsWith(`${field}: `)) ?? (named.length > 1 ? whole : error.message)
  if (named.length > 0) return named.map((found) => explained(fieldPath(found[1] ?? '', object), lineOf(found)))
  const unread = quantityFault(error.message, object)
  if (unread !== undefined) return [explained(unread, error.message)]
  const missing = error.code === 404 && error.status.details?.kind === 'namespaces'
  return [explained(['metadata', missing ? 'namespace' : 'name'], error.message)]
}
