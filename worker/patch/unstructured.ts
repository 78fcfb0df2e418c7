import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { DecodeError } from '../schema/decode-error.ts'
import type { Decoded } from '../schema/decode.ts'
import { decode } from '../schema/decode.ts'
import type { ScalarSchema, Schema, StructSchema } from '../schema/schema.ts'
import { setKey } from './json-values.ts'

/**
 * Reads a value as the real server's converter from untyped maps does, in which strategic merge patches and applies end:
 * a float without a fraction is an integer, integers wrap around, and faults have texts of their own. `known` as in
 * `decode`.
 * @throws DecodeError
 */
export function decodeUnstructured(schema: StructSchema, value: Json, known?: JsonObject): Decoded {
  try {
    return decode(schema, value, undefined, known)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return decode(schema, convert(schema, value))
  }
}

const fault = (text: string): DecodeError => new DecodeError('', text)

/** The value with its numbers as the converter stores them. Kinds of text that Go types read on their own stay. */
function convert(schema: Schema, value: Json): Json {
  if (value === null) return null
  switch (schema.type) {
    case 'struct':
      if (!isObject(value)) throw fault(`cannot restore struct from: ${kindOf(value)}`)
      return members(value, (key) => schema.fields.get(key)?.schema)
    case 'map':
      if (!isObject(value)) throw fault(`cannot restore map from ${kindOf(value)}`)
      return members(value, () => schema.values)
    case 'list':
      if (!Array.isArray(value)) throw fault(`cannot restore slice from ${kindOf(value)}`)
      return value.map((item) => convert(schema.items, item))
    case 'scalar':
      return scalar(schema, value)
    case 'untyped':
      return value
  }
}

/** Fields in the order of the type, as the converter meets them; others stay. */
function members(value: JsonObject, schemaOf: (key: string) => Schema | undefined): JsonObject {
  const out: JsonObject = {}
  for (const [key, item = null] of Object.entries(value)) {
    const schema = schemaOf(key)
    setKey(out, key, schema === undefined ? item : convert(schema, item))
  }
  return out
}

function scalar({ kind, bits = 64 }: ScalarSchema, value: Json): Json {
  switch (kind) {
    case 'integer':
      return integer(value, bits)
    case 'number':
      if (typeof value !== 'number' && typeof value !== 'bigint') throw fault('unrecognized type: float64')
      return value
    case 'string':
      if (typeof value === 'string') return value
      // Go can make a character of an integer, so the types are convertible, though the converter will not.
      throw fault(kindOf(value) === 'int64' ? 'cannot convert int64 to string' : 'unrecognized type: string')
    case 'boolean':
      if (typeof value !== 'boolean') throw fault('unrecognized type: bool')
      return value
    case 'bytes':
      return bytes(value)
    default:
      return value
  }
}

const int64Limit = 2 ** 63

function integer(value: Json, bits: 32 | 64): Json {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw fault(`unrecognized type: int${bits}`)
  if (typeof value === 'number' && !Number.isInteger(value)) throw fault(`cannot convert float64 to int${bits}`)
  // A float beyond 64 bits becomes the lowest integer there is.
  const wide = Math.abs(Number(value)) >= int64Limit ? BigInt.asIntN(64, 1n << 63n) : BigInt(value)
  const wrapped = BigInt.asIntN(bits, wide)
  return Number.isSafeInteger(Number(wrapped)) ? Number(wrapped) : wrapped
}

function bytes(value: Json): Json {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') throw fault(`cannot restore slice from ${kindOf(value)}`)
  const holder: StructSchema = {
    type: 'struct',
    fields: new Map([['v', { schema: { type: 'scalar', kind: 'bytes' } }]]),
  }
  try {
    decode(holder, { v: value })
  } catch (error) {
    throw error instanceof DecodeError ? fault(`error decoding from json: ${error.message}`) : error
  }
  return value
}

/** Go's kind of what holds an untyped value. */
function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'slice'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int64'
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64'
    default:
      return 'map'
  }
}
