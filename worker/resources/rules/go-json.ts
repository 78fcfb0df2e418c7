import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { jsonType, unmarshalFaultOf } from '../../api/unmarshal-fault.ts'
import { JsonSyntaxError } from '../../codec/json-parser.ts'
import { readJson } from '../../codec/json-reader.ts'
import { canonicalTime, TimeError } from '../../schema/times.ts'

/** A Go type: a struct, a list of structs, or the name of a scalar: `int64`, `bool`, `v1.Time`, or any other name for a text. */
type GoShape = string | GoStruct | readonly [GoStruct]

export interface GoStruct {
  /** Such as `core.Taint`. */
  readonly type: string
  /** The fields by their names in JSON, or in Go when they have none in JSON. Go ignores the case of these names. */
  readonly fields: Readonly<Record<string, GoShape>>
}

/** The JSON value that Go reads from a text, with names that begin in lower case, or the fault that encoding/json reports. */
export type GoReading = { readonly value: Json } | { readonly fault: string }

export function readGoText(text: string, shape: GoStruct | readonly [GoStruct]): GoReading {
  const faults: string[] = []
  try {
    const value = read(readJson(text).value, shape, { faults, struct: '', path: [] })
    return faults[0] === undefined ? { value } : { fault: faults[0] }
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof TimeError) return { fault: error.message }
    throw error
  }
}

/** The faults so far, the innermost struct and the path of fields to the value. */
interface Reading {
  readonly faults: string[]
  readonly struct: string
  readonly path: readonly string[]
}

/** Go reads on after a value of another type, and reports the first one. It ends at a malformed time. @throws TimeError */
function read(value: Json, shape: GoShape, reading: Reading): Json {
  if (typeof shape === 'string') return readScalar(value, shape, reading)
  if ('type' in shape) return readStruct(value, shape, reading)
  if (Array.isArray(value)) return value.map((item) => readStruct(item, shape[0], reading))
  if (value !== null) report(jsonType(value), `[]${shape[0].type}`, reading)
  return []
}

function readStruct(value: Json, { type, fields }: GoStruct, reading: Reading): JsonObject {
  if (value !== null && !isObject(value)) report(jsonType(value), type, reading)
  const struct: JsonObject = {}
  for (const [given, item] of Object.entries(objectOrEmpty(value))) {
    const [name, shape] = Object.entries(fields).find(([name]) => name.toLowerCase() === given.toLowerCase()) ?? []
    if (name === undefined || shape === undefined || item === undefined || item === null) continue
    const inner = { ...reading, struct: type.replace(/^.*\./, ''), path: [...reading.path, name] }
    struct[name.charAt(0).toLowerCase() + name.slice(1)] = read(item, shape, inner)
  }
  return struct
}

/** The JSON types of scalars that are not texts. */
const SCALARS: ReadonlyMap<string, string> = new Map([
  ['int64', 'number'],
  ['bool', 'bool'],
])

function readScalar(value: Json, type: string, reading: Reading): Json {
  const found = jsonType(value)
  if (type === 'v1.Time') {
    if (typeof value !== 'string') throw new TimeError(unmarshalFaultOf(found, 'string'))
    return canonicalTime(value)
  }
  const wanted = SCALARS.get(type) ?? 'string'
  if (found !== wanted) report(found, type, reading)
  else if (wanted === 'number' && !isExactInt64(value)) report(`number ${String(value)}`, type, reading)
  return value
}

const isExactInt64 = (value: Json): boolean =>
  typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value)

function report(found: string, type: string, { faults, struct, path }: Reading): void {
  faults.push(unmarshalFaultOf(found, type, path.length === 0 ? undefined : [struct, ...path].join('.')))
}
