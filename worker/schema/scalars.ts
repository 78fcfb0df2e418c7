import { doubleOf } from '../api/numbers.ts'
import type { Json } from '../api/json.ts'
import { canonicalMilliQuantity, canonicalQuantity, QuantityError, WRONG_FORMAT } from '../api/quantity.ts'
import { jsonType } from '../api/unmarshal-fault.ts'
import { DecodeError, typeFault } from './decode-error.ts'
import type { ScalarSchema } from './schema.ts'
import { formatPath, keysOf, type Step } from './strictness.ts'
import { canonicalMicroTime, canonicalTime, TimeError } from './times.ts'
import { fromForgivingBase64, isBase64, toBase64 } from '../runtime/bytes.ts'
import { badBase64Offset } from '../runtime/base64-offset.ts'

/**
 * Checks a non-null value as Go's typed decoding does, and returns its canonical form.
 * @param spelled the text of a number with a point or an exponent, or beyond 64 bits
 * @throws DecodeError
 */
export type ScalarDecoder = (value: Json, step: Step | undefined, key: string | number, spelled?: string) => Json

export function scalarDecoder(schema: ScalarSchema): ScalarDecoder {
  if (schema.kind === 'integer') return schema.bits === 32 ? int32 : int64
  if (schema.milli === true) return milliQuantity
  return DECODERS[schema.kind]
}

/** The JSON of Go's zero value. */
export function scalarZero(schema: ScalarSchema): Json {
  return ZEROS[schema.kind]
}

const ZEROS: Readonly<Record<ScalarSchema['kind'], Json>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  bytes: null,
  time: null,
  microtime: null,
  duration: '0s',
  quantity: '0',
  'int-or-string': 0,
}

const string: ScalarDecoder = (value, step, key) => {
  if (typeof value === 'string') return value
  throw typeFault(jsonType(value), 'string', step, key)
}

const boolean: ScalarDecoder = (value, step, key) => {
  if (typeof value === 'boolean') return value
  throw typeFault(jsonType(value), 'bool', step, key)
}

const number: ScalarDecoder = (value, step, key, spelled) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'number') throw typeFault(`number ${spelled ?? value}`, 'float64', step, key)
  if (typeof value === 'bigint') return doubleOf(value)
  throw typeFault(jsonType(value), 'float64', step, key)
}

const int32: ScalarDecoder = (value, step, key, spelled) => {
  if (typeof value === 'number' && value === (value | 0) && spelled === undefined) return value
  if (typeof value !== 'number' && typeof value !== 'bigint') throw typeFault(jsonType(value), 'int32', step, key)
  throw typeFault(`number ${spelled ?? value}`, 'int32', step, key)
}

const int64: ScalarDecoder = (value, step, key, spelled) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && spelled === undefined) return value
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) === value) return value
  if (typeof value !== 'number' && typeof value !== 'bigint') throw typeFault(jsonType(value), 'int64', step, key)
  throw typeFault(`number ${spelled ?? value}`, 'int64', step, key)
}

const bytes: ScalarDecoder = (value, step, key) => {
  // Go also decodes a list of numbers as bytes.
  if (Array.isArray(value)) return encodeBytes(value, step, key)
  if (typeof value !== 'string') throw typeFault(jsonType(value), '[]uint8', step, key)
  if (isBase64(value)) return canonicalBase64(value)
  const text = value.replace(/[\r\n]/g, '')
  if (isBase64(text)) return canonicalBase64(text)
  throw new DecodeError(formatPath(keysOf(step, key)), `illegal base64 data at input byte ${badBase64Offset(value)}`)
}

/** The base64 whose unused bits are zero. Go ignores these bits of the last digit, and writes zeros. */
const canonicalBase64 = (text: string): string =>
  /[^AQgw]==$|[^AEIMQUYcgkosw048=]=$/.test(text)
    ? text.slice(0, -4) + toBase64(fromForgivingBase64(text.slice(-4)))
    : text

function encodeBytes(list: Json[], step: Step | undefined, key: string | number): string {
  const numbers = list.map((item, i) => {
    if (item === null) return 0
    if (typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255) return item
    throw typeFault(typeof item === 'number' ? `number ${item}` : jsonType(item), 'uint8', { parent: step, key }, i)
  })
  return toBase64(Uint8Array.from(numbers))
}

const quantityText = (value: Json, spelled: string | undefined): string =>
  typeof value === 'string' ? value.trim() : (spelled ?? String(value))

/** Runs a parser and adds the path to its error. */
function at<T>(step: Step | undefined, key: string | number, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof QuantityError || error instanceof TimeError) {
      throw new DecodeError(formatPath(keysOf(step, key)), error.message)
    }
    throw error
  }
}

const time: ScalarDecoder = (value, step, key) => {
  if (typeof value !== 'string') throw typeFault(jsonType(value), 'string', step, key)
  return at(step, key, () => canonicalTime(value))
}

const microtime: ScalarDecoder = (value, step, key) => {
  if (typeof value !== 'string') throw typeFault(jsonType(value), 'string', step, key)
  return at(step, key, () => canonicalMicroTime(value))
}

const quantityDecoder =
  (canonical: (text: string) => string): ScalarDecoder =>
  (value, step, key, spelled) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
      throw new DecodeError(formatPath(keysOf(step, key)), WRONG_FORMAT)
    }
    return at(step, key, () => canonical(quantityText(value, spelled)))
  }

const quantity = quantityDecoder(canonicalQuantity)
const milliQuantity = quantityDecoder(canonicalMilliQuantity)

const intOrString: ScalarDecoder = (value, step, key, spelled) =>
  typeof value === 'string' ? value : int32(value, step, key, spelled)

const DECODERS: Readonly<Record<Exclude<ScalarSchema['kind'], 'integer'>, ScalarDecoder>> = {
  string,
  boolean,
  number,
  bytes,
  time,
  microtime,
  duration: string,
  quantity,
  'int-or-string': intOrString,
}
