import type { FieldError } from '../../api/field-error.ts'
import { forgetEmpty } from '../../api/given-empty.ts'
import { fieldError } from '../../api/field-error.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, setKey } from '../../api/json.ts'
import { dns1035Label } from '../../api/names.ts'
import { unmarshalFault } from '../../api/unmarshal-fault.ts'
import { keepMistyped } from './mistyped.ts'
import { builtinType } from '../builtin/types.ts'
import { canonical, withSortedKeys } from '../canonical.ts'
import { DecodeError } from '../decode-error.ts'
import { decode, type Decoded } from '../decode.ts'
import type { Schema } from '../schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { isEmbedded, itemsOf, propertyOf, valuesOf } from './json-schema.ts'
import { shown } from './outcome.ts'

const META = 'apimachinery.pkg.apis.meta.v1.ObjectMeta'

/**
 * Metadata in canonical form, without unknown and empty fields.
 * @param dropped collects the paths of unknown fields
 * @param lenient for stored objects: fields of a wrong type are dropped instead of refused
 * @throws DecodeError for a field of a wrong type
 */
export function readMetadata(metadata: Json, path: string, dropped?: string[], lenient = false): JsonObject {
  if (!isObject(metadata)) {
    if (lenient || metadata === null) return {}
    throw new DecodeError('', unmarshalFault(metadata, 'v1.ObjectMeta'))
  }
  const schema = builtinType(META)
  const { object: decoded, faults } = lenient ? decodeLenient(metadata) : decodeAsEncoded(metadata)
  // The real server encodes the decoded metadata: the fraction of a time and an empty list have no effect.
  const object = lenient ? decoded : canonical<JsonObject>(schema, decoded)
  for (const fault of faults) {
    const name = /^unknown field "(.*)"$/.exec(fault)?.[1]
    if (name !== undefined) dropped?.push(`${path}.${name}`)
  }
  if (object['creationTimestamp'] !== null) return object
  const { creationTimestamp: _none, ...rest } = object
  return rest
}

/**
 * Metadata that a mutating webhook has changed: fields of a wrong type are kept beside it (`keepMistyped`). Fields that metadata does
 * not have, and empty values, stay until the object is stored.
 */
export function readMutatedMetadata(metadata: Json): JsonObject {
  const known = readMetadata(metadata, '', undefined, true)
  if (!isObject(metadata)) return known
  const { fields } = builtinType(META)
  const mistyped: JsonObject = {}
  for (const [key, value] of Object.entries(metadata)) {
    const field = fields.get(key)
    const isEmpty = field !== undefined && isEmptyOf(value, field.schema)
    const isUnsetTime = key === 'creationTimestamp' && value === null
    if (isEmpty) forgetEmpty(known, key)
    if (field === undefined || isEmpty || isUnsetTime) setKey(known, key, value ?? null)
    else if (known[key] === undefined && (value === null || !isReadable(key, value)))
      setKey(mistyped, key, value ?? null)
  }
  if (Object.keys(mistyped).length > 0) keepMistyped(known, mistyped)
  return known
}

const isEmptyOf = (value: Json | undefined, { type }: Schema): boolean =>
  (type === 'scalar' && value === '') ||
  (type === 'list' && Array.isArray(value) && value.length === 0) ||
  (type === 'map' && isObject(value) && Object.keys(value).length === 0)

/** The real server encodes the metadata before it decodes it, so its faults are in the order of sorted keys. */
function decodeAsEncoded(metadata: JsonObject): Decoded {
  const schema = builtinType(META)
  try {
    const decoded = decode(schema, metadata)
    if (decoded.faults.length <= 1) return decoded
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
  }
  return decode(schema, withSortedKeys(metadata))
}

function decodeLenient(metadata: JsonObject): { object: JsonObject; faults: readonly string[] } {
  const schema = builtinType(META)
  try {
    return decode(schema, metadata)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    const good = Object.entries(metadata).filter(([key, value]) => isReadable(key, value))
    return decode(schema, Object.fromEntries(good))
  }
}

function isReadable(key: string, value: Json | undefined): boolean {
  try {
    decode(builtinType(META), { [key]: value })
    return true
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}

type Visit = (resource: JsonObject, path: string) => void

const holders = new WeakMap<JsonSchema, boolean>()

/** Whether a part of a schema is an embedded object. */
function holdsResource(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false
  let found = holders.get(schema)
  if (found === undefined) {
    const children = [itemsOf(schema), valuesOf(schema), ...Object.values(schema.properties ?? {})]
    found = children.some((child) => isEmbedded(child) || holdsResource(child))
    holders.set(schema, found)
  }
  return found
}

function eachResource(value: Json | undefined, schema: JsonSchema | undefined, path: string, visit: Visit): void {
  if (schema === undefined || !(isEmbedded(schema) || holdsResource(schema))) return
  if (Array.isArray(value)) {
    value.forEach((item, index) => eachResource(item, itemsOf(schema), `${path}[${index}]`, visit))
    return
  }
  if (!isObject(value)) return
  if (isEmbedded(schema)) visit(value, path)
  for (const key of Object.keys(value)) {
    const property = propertyOf(schema, key)
    if (property !== undefined) eachResource(value[key], property, path === '' ? key : `${path}.${key}`, visit)
    else eachResource(value[key], valuesOf(schema), `${path}[${key}]`, visit)
  }
}

interface Coercion {
  /** Collects the paths of unknown fields. */
  readonly dropped?: string[] | undefined
  /**
   * Whether the object comes from the store: a malformed `apiVersion` or `kind` is then dropped, and metadata that is not an
   * object stays.
   */
  readonly lenient?: boolean
  /** Whether a mutating webhook has changed the object: the metadata then keeps unknown fields, and nothing is refused. */
  readonly keepsUnknown?: boolean
}

/** Checks the type of embedded objects and makes their metadata canonical, in place. @throws DecodeError */
export function coerceEmbedded(value: Json | undefined, schema: JsonSchema, coercion: Coercion = {}): void {
  eachResource(value, schema, '', (resource, path) => {
    if (coercion.keepsUnknown === true) {
      if (isObject(resource['metadata'])) resource['metadata'] = readMutatedMetadata(resource['metadata'])
      return
    }
    for (const name of ['apiVersion', 'kind']) coerceText(resource, name, `${path}.${name}`, coercion)
    coerceMetadata(resource, `${path}.metadata`, coercion)
  })
}

/** Thrown when an embedded object has a type or metadata that cannot be read. */
export class EmbeddedError extends DecodeError {
  /** The problem without the path: `Invalid value: 5: must be a string`. */
  readonly problem: string
  constructor(path: string, value: Json, why: string) {
    const problem = `Invalid value: ${shown(value)}: ${why}`
    super(path, `${path}: ${problem}`)
    this.problem = problem
  }
}

function coerceText(resource: JsonObject, name: string, path: string, { lenient }: Coercion): void {
  const value = resource[name]
  if (value === undefined || typeof value === 'string') return
  if (lenient !== true) throw new EmbeddedError(path, value, 'must be a string')
  delete resource[name]
}

function coerceMetadata(resource: JsonObject, path: string, { dropped, lenient }: Coercion): void {
  const { metadata } = resource
  if (metadata === undefined || (lenient === true && !isObject(metadata))) return
  try {
    resource['metadata'] = readMetadata(metadata, path, dropped, lenient)
  } catch (error) {
    throw error instanceof DecodeError ? new EmbeddedError(path, metadata, error.message) : error
  }
}

/**
 * Returns the faults of an embedded object's metadata, with paths that begin with `metadata`. Every path segment is a
 * valid name.
 */
type MetadataRule = (metadata: JsonObject) => readonly FieldError[]

/**
 * The faults of the type and the metadata of embedded objects.
 * @param root whether the value itself is also an API object
 */
export function validateEmbedded(
  value: Json | undefined,
  schema: JsonSchema,
  {
    metadataRule,
    root = false,
    path: start = '',
  }: {
    readonly metadataRule: MetadataRule
    readonly root?: boolean
    readonly path?: string
  },
): FieldError[] {
  const errors: FieldError[] = []
  const visit: Visit = (resource, path) => errors.push(...resourceFaults(resource, path, metadataRule))
  if (root && isObject(value) && !isEmbedded(schema)) visit(value, start)
  eachResource(value, schema, start, visit)
  return errors
}

function resourceFaults(resource: JsonObject, path: string, metadataRule: MetadataRule): FieldError[] {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const errors: FieldError[] = []
  for (const name of ['apiVersion', 'kind']) {
    if (resource[name] === undefined) errors.push(fieldError.required(at(name), 'must not be empty'))
  }
  for (const name of ['apiVersion', 'kind']) {
    const value = resource[name]
    const why = value === undefined ? undefined : typeFault(name, value)
    if (why !== undefined) errors.push(fieldError.invalid(at(name), value, why))
  }
  const { metadata } = resource
  if (isObject(metadata)) {
    for (const error of metadataRule(metadata)) errors.push({ ...error, field: at(error.field) })
  }
  return errors
}

function typeFault(name: string, value: Json): string | undefined {
  if (typeof value !== 'string') return 'must be a string'
  if (value === '') return 'must not be empty'
  if (name === 'apiVersion') {
    return value.split('/').length > 2 ? `unexpected GroupVersion string: ${value}` : undefined
  }
  const faults = dns1035Label(value.toLowerCase())
  return faults.length === 0 ? undefined : `may have mixed case, but should otherwise match: ${faults.join(',')}`
}
