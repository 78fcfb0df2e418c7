import { boundedNumber } from '../api/numbers.ts'
import { isObject, type Json } from '../api/json.ts'
import { canonicalQuantity, QuantityError } from '../api/quantity.ts'
import { unmarshalFault } from '../api/unmarshal-fault.ts'
import type { ScalarSchema, UntypedSchema } from '../schema/schema.ts'
import { JsonSyntaxError } from './json-parser.ts'
import { readJson } from './json-reader.ts'
import { single, tuple, type ValueReader } from './protobuf-fields.ts'
import { ProtobufError } from './protobuf-error.ts'
import { DELIMITED, FIXED64, VARINT } from './protobuf-reader.ts'
import { formatTimestamp } from './protobuf-time.ts'
import { toBase64 } from '../runtime/bytes.ts'

export const string: ValueReader = { wireType: DELIMITED, read: (reader) => reader.text() }
export const boolean: ValueReader = { wireType: VARINT, read: (reader) => reader.boolean() }
const int32: ValueReader = { wireType: VARINT, read: (reader) => reader.int32() }
const int64: ValueReader = { wireType: VARINT, read: (reader) => reader.int64() }

const double: ValueReader = {
  wireType: FIXED64,
  read(reader) {
    const value = reader.double()
    if (!Number.isFinite(value)) throw new ProtobufError(`json: unsupported value: ${value}`)
    return value
  },
}

const bytes: ValueReader = {
  wireType: DELIMITED,
  read: (reader) => toBase64(reader.bytes()),
}

function timestamp(name: string, micro: boolean): ValueReader {
  const fields = [undefined, single('Seconds', 0, int64), single('Nanos', 1, int32)]
  return tuple(name, fields, ([seconds, nanos]) => {
    if (seconds === undefined && nanos === undefined) return null
    return formatTimestamp(boundedNumber(seconds ?? 0), boundedNumber(nanos ?? 0), micro)
  })
}

const quantity = tuple('Quantity', [undefined, single('String', 0, string)], ([text = '0']) => {
  try {
    return canonicalQuantity(String(text))
  } catch (error) {
    throw error instanceof QuantityError ? new ProtobufError(error.message) : error
  }
})

const intOrString = tuple(
  'IntOrString',
  [undefined, single('Type', 0, int64), single('IntVal', 1, int32), single('StrVal', 2, string)],
  ([type, number = 0, text = '']) => (type === 1 ? text : number),
)

const SCALARS: Readonly<Record<Exclude<ScalarSchema['kind'], 'duration'>, ValueReader>> = {
  string,
  boolean,
  integer: int64,
  number: double,
  bytes,
  time: timestamp('Time', false),
  microtime: timestamp('MicroTime', true),
  quantity,
  'int-or-string': intOrString,
}

export function scalarReader({ kind, bits }: ScalarSchema): ValueReader {
  if (kind === 'duration') throw new Error('Implement durations in protobuf: no built-in type had one so far')
  return bits === 32 ? int32 : SCALARS[kind]
}

function parseJson(text: Uint8Array, parse: (text: Uint8Array) => Json): Json {
  if (text.length === 0) return null
  try {
    return parse(text)
  } catch (error) {
    const isSyntax = error instanceof JsonSyntaxError || error instanceof SyntaxError
    throw isSyntax ? new ProtobufError(error.message) : error
  }
}

const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })
const readAny = (text: Uint8Array): Json => readJson(text).value
// `JSON.parse` may round numbers; field sets contain none.
const readPlain = (text: Uint8Array): Json => JSON.parse(textDecoder.decode(text))

export function jsonReader({ name = 'JSON', object }: UntypedSchema): ValueReader {
  const parse = object === true ? readPlain : readAny
  const raw: ValueReader = { wireType: DELIMITED, read: (reader) => parseJson(reader.bytes(), parse) }
  return tuple(name, [undefined, single('Raw', 0, raw)], ([value = null]) => {
    if (object === true && value !== null && !isObject(value)) {
      throw new ProtobufError(unmarshalFault(value, 'map'))
    }
    return value
  })
}
