import { doubleOf } from '../api/numbers.ts'
import type { Json } from '../api/json.ts'
import { toBase64 } from '../runtime/bytes.ts'
import { EvaluationError } from './evaluation-error.ts'
import { formatDuration, formatTimestamp } from './times.ts'
import type { Type } from './types.ts'
import * as types from './types.ts'
import type { Value } from './values.ts'
import { DictOf } from './dict-of.ts'
import { Dict, Double, Duration, List, ListOf, Opaque, Timestamp, Uint, isInt, typeName } from './values.ts'
import { jsonWithDoubles } from './json-values.ts'

/** The values of a message literal by field. */
export type FieldValues = ReadonlyMap<string, Value>

/** A well-known protobuf type, which an expression may write as `google.protobuf.Duration{seconds: 5}`. */
export interface MessageType {
  /** The type of the literal. Wrappers and JSON values have the type of the value that they hold. */
  readonly type: Type
  readonly fields: ReadonlyMap<string, Type>
  /** Makes a message with the fields. @throws EvaluationError when a field has a value that it cannot hold */
  make(fields: FieldValues): Value
}

const INT32 = { smallest: -(2n ** 31n), largest: 2n ** 31n - 1n }
const UINT32_LARGEST = 2n ** 32n - 1n
const INT64 = { smallest: -(2n ** 63n), largest: 2n ** 63n - 1n }

/** The error for a value of another type; its form depends on the Go type of the value. */
function unconvertible(value: Value, goType: string): Error {
  if (value instanceof Uint) return new Error(`unsupported type conversion from 'uint' to ${goType}`)
  if (value instanceof Double) return new Error(`type conversion error from Double to '${goType}'`)
  return new Error(`unsupported native conversion from ${typeName(value)} to '${goType}'`)
}

type Convert = (value: Value) => Value

const integer =
  (goType: string, { smallest, largest }: typeof INT32): Convert =>
  (value) => {
    if (!isInt(value)) throw unconvertible(value, goType)
    if (BigInt(value) < smallest || BigInt(value) > largest) throw new Error('integer overflow')
    return value
  }

const unsigned =
  (goType: string, largest: bigint): Convert =>
  (value) => {
    if (!(value instanceof Uint)) throw unconvertible(value, goType)
    if (value.value > largest) throw new Error('unsigned integer overflow')
    return value
  }

const double =
  (goType: string, round: (value: number) => number): Convert =>
  (value) => {
    if (!(value instanceof Double)) throw unconvertible(value, goType)
    return new Double(round(value.value))
  }

const exactly =
  (goType: string, fits: (value: Value) => boolean): Convert =>
  (value) => {
    if (!fits(value)) throw unconvertible(value, goType)
    return value
  }

const int32 = integer('int32', INT32)
const int64 = integer('int64', INT64)
const text = exactly('string', (value) => typeof value === 'string')
const boolean = exactly('bool', (value) => typeof value === 'boolean')
const bytes = exactly('[]uint8', (value) => value instanceof Uint8Array)

/** The largest whole number that JSON keeps as a number; larger ones become strings. */
const LARGEST_SAFE = 2n ** 53n - 1n

function jsonWhole(value: bigint): Json {
  return value > LARGEST_SAFE || value < -LARGEST_SAFE ? String(value) : doubleOf(value)
}

/** The value as the JSON types of protobuf hold it. @throws Error for a value without a JSON form */
function toJson(value: Value): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (isInt(value)) return jsonWhole(BigInt(value))
  if (value instanceof Uint) return jsonWhole(value.value)
  if (value instanceof Double) return value.value
  if (value instanceof Uint8Array) return toBase64(value)
  if (value instanceof Timestamp) return formatTimestamp(value)
  if (value instanceof Duration) return formatDuration(value)
  if (value instanceof List) return [...value].map(toJson)
  if (value instanceof Dict) {
    return Object.fromEntries([...value.keys()].map((key) => [String(key), toJson(value.find(key) ?? null)]))
  }
  throw new Error(`unsupported native conversion from ${typeName(value)} to '*structpb.Value'`)
}

const json: Convert = (value) => jsonWithDoubles(toJson(value))

interface Field {
  readonly type: Type
  readonly convert: Convert
}

interface Description {
  readonly type: Type
  readonly fields: Readonly<Record<string, Field>>
  readonly make: (fields: FieldValues) => Value
}

function message(name: string, { type, fields, make }: Description): [string, MessageType] {
  const converted = (given: FieldValues): FieldValues =>
    new Map([...given].map(([field, value]) => [field, convertField(`${name}.${field}`, fields[field], value)]))
  return [
    name,
    {
      type,
      fields: new Map(Object.entries(fields).map(([field, declared]) => [field, declared.type])),
      make: (given) => make(converted(given)),
    },
  ]
}

function convertField(path: string, field: Field | undefined, value: Value): Value {
  try {
    return field?.convert(value) ?? null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new EvaluationError(`field type conversion error for ${path} value type: ${error.message}`, { cause: error })
  }
}

class Empty extends Opaque {
  readonly typeName = 'google.protobuf.Empty'
  readonly goType = '*types.protoObj'
  equals(other: Value): boolean {
    return other instanceof Empty
  }
}

/** A string or bytes in the text format of protobuf: control characters and bytes outside ASCII are escaped. */
function quoted(value: Value): string {
  const isText = typeof value === 'string'
  const characters = isText ? value : Array.from(value as Uint8Array, (byte) => String.fromCodePoint(byte)).join('')
  const hex = (char: string): string => `\\x${(char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`
  return `"${characters.replace(/["\\]/g, '\\$&').replace(isText ? /\p{Cc}/gu : /[^ -~]/g, hex)}"`
}

/**
 * An `Any` becomes the message that it names. Only an empty message of a well-known type can be unpacked here.
 * @throws EvaluationError for every other one
 */
function unpacked(fields: FieldValues): Value {
  const url = fields.get('type_url') ?? ''
  const bytes = fields.get('value')
  const isEmpty = !(bytes instanceof Uint8Array) || bytes.length === 0
  const named = typeof url === 'string' ? MESSAGES.get(url.slice(url.lastIndexOf('/') + 1)) : undefined
  if (named !== undefined && isEmpty) return named.make(new Map())
  const shown = [url === '' ? '' : `type_url:${quoted(url)}`, isEmpty ? '' : `value:${quoted(bytes)}`]
  throw new EvaluationError(`unsupported conversion to ref.Val: (*dynamicpb.Message)${shown.filter(Boolean).join(' ')}`)
}

const wrapper = (name: string, type: Type, convert: Convert, zero: Value): [string, MessageType] =>
  message(`google.protobuf.${name}Value`, {
    type: types.wrapperOf(type),
    fields: { value: { type, convert } },
    make: (fields) => fields.get('value') ?? zero,
  })

const whole = (fields: FieldValues, name: string): bigint => {
  const value = fields.get(name)
  return value !== undefined && isInt(value) ? BigInt(value) : 0n
}
const SECOND = 1_000_000_000n
const nanosecondsOf = (fields: FieldValues): bigint => whole(fields, 'seconds') * SECOND + whole(fields, 'nanos')

/** A duration beyond 64 bits becomes the nearest bound. */
function saturated(nanoseconds: bigint): bigint {
  if (nanoseconds > INT64.largest) return INT64.largest
  return nanoseconds < INT64.smallest ? INT64.smallest : nanoseconds
}

const TIME_FIELDS = { seconds: { type: types.INT, convert: int64 }, nanos: { type: types.INT, convert: int32 } }
const JSON_LIST = types.listOf(types.DYN)
const JSON_MAP = types.mapOf(types.STRING, types.DYN)

/** The value of a `Value` message. Its fields are alternatives, so the last one counts. */
const lastField = (fields: FieldValues): Value => [...fields].at(-1)?.[1] ?? null

export const MESSAGES: ReadonlyMap<string, MessageType> = new Map([
  message('google.protobuf.Any', {
    type: types.DYN,
    fields: { type_url: { type: types.STRING, convert: text }, value: { type: types.BYTES, convert: bytes } },
    make: unpacked,
  }),
  message('google.protobuf.Duration', {
    type: types.DURATION,
    fields: TIME_FIELDS,
    make: (fields) => new Duration(saturated(nanosecondsOf(fields))),
  }),
  message('google.protobuf.Timestamp', {
    type: types.TIMESTAMP,
    fields: TIME_FIELDS,
    make: (fields) => new Timestamp(nanosecondsOf(fields)),
  }),
  message('google.protobuf.Empty', {
    type: types.struct('google.protobuf.Empty', new Map()),
    fields: {},
    make: () => new Empty(),
  }),
  wrapper('Bool', types.BOOL, boolean, false),
  wrapper('Bytes', types.BYTES, bytes, new Uint8Array()),
  wrapper(
    'Double',
    types.DOUBLE,
    double('float64', (value) => value),
    new Double(0),
  ),
  wrapper('Float', types.DOUBLE, double('float32', Math.fround), new Double(0)),
  wrapper('Int32', types.INT, int32, 0),
  wrapper('Int64', types.INT, int64, 0),
  wrapper('String', types.STRING, text, ''),
  wrapper('UInt32', types.UINT, unsigned('uint32', UINT32_LARGEST), new Uint(0n)),
  wrapper('UInt64', types.UINT, unsigned('uint64', 2n ** 64n - 1n), new Uint(0n)),
  message('google.protobuf.ListValue', {
    type: JSON_LIST,
    fields: { values: { type: JSON_LIST, convert: json } },
    make: (fields) => fields.get('values') ?? new ListOf([]),
  }),
  message('google.protobuf.Struct', {
    type: JSON_MAP,
    fields: { fields: { type: JSON_MAP, convert: json } },
    make: (fields) => fields.get('fields') ?? new DictOf([]),
  }),
  message('google.protobuf.Value', {
    type: types.DYN,
    fields: {
      null_value: { type: types.INT, convert: () => null },
      number_value: {
        type: types.DOUBLE,
        convert: double('float64', (value) => value),
      },
      string_value: { type: types.STRING, convert: text },
      bool_value: { type: types.BOOL, convert: boolean },
      struct_value: { type: JSON_MAP, convert: json },
      list_value: { type: JSON_LIST, convert: json },
    },
    make: lastField,
  }),
])

/** Whether the name of a type can be used as a value. The names of wrappers and of JSON messages cannot. */
export const isTypeValue = (name: string): boolean => {
  const kind = MESSAGES.get(name)?.type.kind
  return kind === undefined || kind === 'duration' || kind === 'timestamp' || kind === 'struct'
}
