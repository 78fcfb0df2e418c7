import { doubleOf } from '../api/numbers.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject, ownMember, setKey } from '../api/json.ts'
import { DecodeError } from '../schema/decode-error.ts'
import type { Decoded } from '../schema/decode.ts'
import { decode } from '../schema/decode.ts'
import { scalarDecoder } from '../schema/scalars.ts'
import { goTextType } from '../schema/go-text-types.ts'
import { sortedExtensions } from './sorted-extensions.ts'
import type { ScalarSchema, Schema, StructSchema } from '../schema/schema.ts'
import type { SpelledNumbers } from '../schema/strictness.ts'

/**
 * Reads the result of a strategic merge patch or an apply like the real server's converter from unstructured maps: a float
 * without a fraction is an integer, integers wrap around, errors have other messages than in `decode`, and the keys of raw
 * extensions are sorted.
 * @param decoded as in `decode`
 * @param numbers the texts of numbers that are written as floats
 * @throws DecodeError
 */
export function decodeUnstructured(
  schema: StructSchema,
  value: Json,
  decoded?: JsonObject,
  numbers?: SpelledNumbers,
): Decoded {
  const { object, faults } = decodedObject(schema, value, decoded, numbers)
  return { object: sortedExtensions(schema, object), faults }
}

function decodedObject(
  schema: StructSchema,
  value: Json,
  decoded: JsonObject | undefined,
  numbers: SpelledNumbers = new Map(),
): Decoded {
  try {
    return decode(schema, value, { decoded })
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return decode(schema, convert(schema, value, { numbers, isFloat: false, textType: () => 'string' }))
  }
}

const fault = (text: string): DecodeError => new DecodeError('', text)

/** The place of a value. */
interface Site {
  readonly numbers: SpelledNumbers
  /** Whether the value is a number that is written as a float. */
  readonly isFloat: boolean
  /** The Go type of a string at this place. */
  readonly textType: () => string
}

/** The place of a member of a map or list. */
function siteIn(site: Site, holder: JsonObject | Json[], key: string | number): Site {
  const text = site.numbers.get(holder)?.get(key)
  return { ...site, isFloat: text !== undefined && /[.eE]/.test(text) }
}

/** The value with numbers as the converter stores them. */
function convert(schema: Schema, value: Json, site: Site): Json {
  if (value === null) return null
  switch (schema.type) {
    case 'struct':
      if (!isObject(value)) throw fault(`cannot restore struct from: ${kindOf(value, site)}`)
      return struct(schema, value, site)
    case 'map':
      if (!isObject(value)) throw fault(`cannot restore map from ${kindOf(value, site)}`)
      return mapped(value, (key, item) => convert(schema.values, item, siteIn(site, value, key)))
    case 'list':
      if (!Array.isArray(value)) throw fault(`cannot restore slice from ${kindOf(value, site)}`)
      return value.map((item, i) => convert(schema.items, item, siteIn(site, value, i)))
    case 'scalar':
      return scalar(schema, value, site)
    case 'untyped':
      return value
  }
}

/** Converts the fields in Go's order, which decides the first fault; undeclared members stay unchanged. */
function struct({ name: type = '', fields }: StructSchema, value: JsonObject, site: Site): Json {
  const converted = new Map<string, Json>()
  for (const [name, { schema }] of fields) {
    const given = ownMember(value, name)
    if (given === undefined) continue
    const textType = (): string => goTextType(type, name)
    converted.set(name, convert(schema, given, { ...siteIn(site, value, name), textType }))
  }
  return mapped(value, (key, item) => converted.get(key) ?? item)
}

function mapped(value: JsonObject, change: (key: string, item: Json) => Json): JsonObject {
  const out: JsonObject = {}
  for (const [key, item = null] of Object.entries(value)) setKey(out, key, change(key, item))
  return out
}

function scalar(schema: ScalarSchema, value: Json, site: Site): Json {
  const { kind, bits = 64 } = schema
  switch (kind) {
    case 'integer':
      return integer(value, bits)
    case 'number':
      if (typeof value !== 'number' && typeof value !== 'bigint') throw fault('unrecognized type: float64')
      return value
    case 'string':
      if (typeof value === 'string') return value
      // In Go an integer type is convertible to string, so the converter refuses the conversion instead of the type.
      throw fault(
        kindOf(value, site) === 'int64' ? `cannot convert int64 to ${site.textType()}` : 'unrecognized type: string',
      )
    case 'boolean':
      if (typeof value !== 'boolean') throw fault('unrecognized type: bool')
      return value
    case 'bytes':
      return bytes(value, site)
    default:
      // The remaining types have decoders that read their text.
      scalarDecoder(schema)(value, undefined, '')
      return value
  }
}

const int64Limit = 2 ** 63

function integer(value: Json, bits: 32 | 64): Json {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw fault(`unrecognized type: int${bits}`)
  if (typeof value === 'number' && !Number.isInteger(value)) throw fault(`cannot convert float64 to int${bits}`)
  // Go converts a float beyond 64 bits to the lowest int64.
  const isBeyond = typeof value === 'number' && Math.abs(value) >= int64Limit
  const wide = isBeyond ? BigInt.asIntN(64, 1n << 63n) : BigInt(value)
  const wrapped = BigInt.asIntN(bits, wide)
  return Number.isSafeInteger(doubleOf(wrapped)) ? doubleOf(wrapped) : wrapped
}

function bytes(value: Json, site: Site): Json {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') throw fault(`cannot restore slice from ${kindOf(value, site)}`)
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

/** The Go kind of an unstructured value. */
function kindOf(value: Json, { isFloat }: Site): string {
  if (Array.isArray(value)) return 'slice'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int64'
    case 'number':
      return !isFloat && Number.isInteger(value) && Math.abs(value) < int64Limit ? 'int64' : 'float64'
    default:
      return 'map'
  }
}
