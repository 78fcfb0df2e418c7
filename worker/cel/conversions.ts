import { doubleOf, numberOfText } from '../api/numbers.ts'
import { goFloat } from '../api/go-format.ts'
import { checkedInt } from './arithmetic.ts'
import { EvaluationError } from './evaluation-error.ts'
import { isInt64, isUint64 } from './literals.ts'
import {
  checkedTimestamp,
  formatDuration,
  formatTimestamp,
  parseDuration,
  parseTimestamp,
  unixSeconds,
} from './times.ts'
import type { Value } from './values.ts'
import { Double, Duration, Timestamp, TypeValue, Uint, int, isInt, typeName } from './values.ts'

const conversionFault = (from: string, to: string): EvaluationError =>
  new EvaluationError(`type conversion error from '${from}' to '${to}'`)

const DECIMAL = /^[+-]?\d+$/

export function toInt(value: Value): Value {
  if (isInt(value)) return value
  if (value instanceof Uint) return checkedInt(value.value)
  if (value instanceof Double) return checkedInt(truncated(value.value, 'integer overflow'))
  if (value instanceof Timestamp) return int(unixSeconds(value))
  if (value instanceof Duration) return int(value.nanoseconds)
  if (typeof value === 'string' && DECIMAL.test(value) && isInt64(BigInt(value.replace('+', '')))) {
    return int(BigInt(value.replace('+', '')))
  }
  throw conversionFault(typeName(value), 'int')
}

const LIMIT = 2 ** 63

/** The whole part of a double. Go converts only values strictly between the bounds of an int64. */
function truncated(value: number, overflow: string): bigint {
  if (!(value > -LIMIT && value < LIMIT)) throw new EvaluationError(overflow)
  return BigInt(Math.trunc(value))
}

const UINT_OVERFLOW = 'unsigned integer overflow'

export function toUint(value: Value): Value {
  if (value instanceof Uint) return value
  if (isInt(value) && value >= 0) return new Uint(BigInt(value))
  if (isInt(value)) throw new EvaluationError(UINT_OVERFLOW)
  if (value instanceof Double) {
    if (!(value.value >= 0 && value.value < 2 ** 64)) throw new EvaluationError(UINT_OVERFLOW)
    return new Uint(BigInt(Math.trunc(value.value)))
  }
  if (typeof value === 'string' && /^\d+$/.test(value) && isUint64(BigInt(value))) return new Uint(BigInt(value))
  throw conversionFault(typeName(value), 'uint')
}

/** Go's float literals. Underscores separate digits; a hexadecimal mantissa needs a binary exponent. */
const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/
const HEX_FLOAT =
  /^([+-]?)0x(?=_?\.?[\da-f])(_?[\da-f]+(?:_[\da-f]+)*)?\.?([\da-f]+(?:_[\da-f]+)*)?p([+-]?\d+(?:_\d+)*)$/i
const INFINITE = /^([+-]?)inf(?:inity)?$/i

export function toDouble(value: Value): Value {
  if (value instanceof Double) return value
  if (isInt(value)) return new Double(doubleOf(value))
  if (value instanceof Uint) return new Double(doubleOf(value.value))
  if (typeof value === 'string') {
    const read = readDouble(value)
    if (read !== undefined) return new Double(read)
  }
  throw conversionFault(typeName(value), 'double')
}

function readDouble(text: string): number | undefined {
  const sign = INFINITE.exec(text)?.[1]
  if (sign !== undefined) return sign === '-' ? -Infinity : Infinity
  if (/^nan$/i.test(text)) return NaN
  const value = FLOAT.test(text) ? numberOfText(text.replaceAll('_', '')) : hexFloat(text)
  return Number.isFinite(value) ? value : undefined
}

/** The value of a hexadecimal float; NaN for another text. */
function hexFloat(text: string): number {
  const [found, sign, whole = '', fraction = '', exponent = ''] =
    HEX_FLOAT.exec(text)?.map((part) => part?.replaceAll('_', '')) ?? []
  if (found === undefined) return NaN
  const size = doubleOf(BigInt(`0x${whole}${fraction}`)) * 2 ** (numberOfText(exponent) - 4 * fraction.length)
  return sign === '-' ? -size : size
}

const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])
const FALSE: ReadonlySet<string> = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False'])

export function toBool(value: Value): Value {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && TRUE.has(value)) return true
  if (typeof value === 'string' && FALSE.has(value)) return false
  throw conversionFault(typeName(value), 'bool')
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function toText(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || isInt(value)) return String(value)
  if (value instanceof Uint) return String(value.value)
  if (value instanceof Double) return goFloat(value.value)
  if (value instanceof Timestamp) return formatTimestamp(value)
  if (value instanceof Duration) return formatDuration(value)
  if (value instanceof TypeValue) return value.name
  if (!(value instanceof Uint8Array)) throw conversionFault(typeName(value), 'string')
  try {
    return utf8.decode(value)
  } catch (error) {
    throw new EvaluationError('invalid UTF-8 in bytes, cannot convert to string', { cause: error })
  }
}

export function toBytes(value: Value): Value {
  return typeof value === 'string' ? new TextEncoder().encode(value) : value
}

export function toTimestamp(value: Value): Value {
  if (isInt(value)) return checkedTimestamp(BigInt(value) * 1_000_000_000n)
  if (typeof value !== 'string') return value
  const read = parseTimestamp(value)
  if (read === undefined) throw conversionFault('string', 'google.protobuf.Timestamp')
  return read
}

export function toDuration(value: Value): Value {
  if (isInt(value)) throw conversionFault('int', 'google.protobuf.Duration')
  if (typeof value !== 'string') return value
  const read = parseDuration(value)
  if (read === undefined) throw conversionFault('string', 'google.protobuf.Duration')
  return read
}
