import { isObject, setKey, type Json, type JsonObject } from '../api/json.ts'
import { canonicalQuantity, QuantityError } from '../api/quantity.ts'
import { jsonType } from '../schema/decode-error.ts'
import type { Field, MapSchema, ScalarSchema, Schema, StructSchema, UntypedSchema } from '../schema/schema.ts'
import { isSorted, showsAsEmpty, zeroOf } from '../schema/zero.ts'
import { JsonSyntaxError } from './json-parser.ts'
import { readJson } from './json-reader.ts'
import { requireLayout, type Entry, type FieldEntry, type InlinedEntry } from './protobuf-layout.ts'
import { DELIMITED, FIXED64, ProtobufError, VARINT, type WireReader } from './protobuf-reader.ts'
import { formatTimestamp } from './protobuf-time.ts'

/** Reads what stands behind a field's tag. */
interface ValueReader {
  readonly wireType: number
  read(reader: WireReader): Json
}

/** The values of a struct's fields by index; undefined where the message held none. */
type Values = (Json | undefined)[]

/**
 * Reads the rest of the reader's bytes as an object in canonical form. `typeMeta` (`apiVersion`, `kind`) is put where the
 * type shows it. @throws ProtobufError; Error where the type has no protobuf form
 */
export function messageReader(schema: StructSchema): (reader: WireReader, typeMeta?: JsonObject) => JsonObject {
  let read = messages.get(schema)
  if (read === undefined) {
    read = structReader(schema)
    messages.set(schema, read)
  }
  return read
}

const messages = new WeakMap<StructSchema, (reader: WireReader, typeMeta?: JsonObject) => JsonObject>()
const readers = new WeakMap<Schema, ValueReader>()

interface Slot {
  readonly name: string
  /** What the field shows as where the message holds none; undefined: not at all. */
  readonly absent: (() => Json) | undefined
  readonly omitEmpty: boolean
}

function structReader(schema: StructSchema): (reader: WireReader, typeMeta?: JsonObject) => JsonObject {
  // Types are recursive: the fields are read when the first message comes.
  let slots: readonly Slot[] | undefined
  let fields: Fields | undefined
  const message = schema.name?.replace(/^.*\./, '') ?? ''
  return (reader, typeMeta) => {
    fields ??= fieldsOf(requireLayout(schema), message)
    slots ??= [...schema.fields].map(([name, field]) => slotOf(name, field))
    const values: Values = []
    readFields(reader, fields, message, values)
    const object: JsonObject = {}
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]
      if (slot === undefined) continue
      const value = values[i] ?? typeMeta?.[slot.name]
      if (value === undefined || value === null) {
        if (slot.absent !== undefined) object[slot.name] = slot.absent()
      } else if (!slot.omitEmpty || !showsAsEmpty(value)) object[slot.name] = value
    }
    return object
  }
}

function slotOf(name: string, { schema, pointer, omitEmpty }: Field): Slot {
  const zero = pointer === true ? () => null : zeroOf(schema)
  return {
    name,
    absent: omitEmpty === true ? undefined : zero,
    omitEmpty: omitEmpty === true && pointer !== true,
  }
}

interface FieldReader {
  /** As Go names the struct's field in its errors. */
  readonly name: string
  readonly wireType: number
  /** Takes several values as one packed list, too. */
  readonly packed?: boolean
  read(reader: WireReader, values: Values): void
}

/** By number. */
type Fields = readonly (FieldReader | undefined)[]

function readFields(reader: WireReader, fields: Fields, message: string, values: Values): void {
  while (reader.more) {
    const tag = reader.tag(message)
    const wireType = tag % 8
    const field = fields[(tag - wireType) / 8]
    if (field === undefined) reader.skip(wireType)
    else if (field.wireType === wireType) field.read(reader, values)
    else if (field.packed === true && wireType === DELIMITED) {
      const outer = reader.enter()
      while (reader.more) field.read(reader, values)
      reader.leave(outer)
    } else throw new ProtobufError(`proto: wrong wireType = ${wireType} for field ${field.name}`)
  }
}

function fieldsOf(layout: readonly Entry[], message: string): Fields {
  const fields: (FieldReader | undefined)[] = []
  for (const entry of layout) {
    fields[entry.number] = 'inlined' in entry ? inlinedReader(entry, message) : fieldReader(entry)
  }
  return fields
}

function inlinedReader({ inlined }: InlinedEntry, message: string): FieldReader {
  const fields = fieldsOf(inlined, message)
  return {
    name: message,
    wireType: DELIMITED,
    read(reader, values) {
      const outer = reader.enter()
      readFields(reader, fields, message, values)
      reader.leave(outer)
    },
  }
}

function fieldReader({ name, field: { schema }, index, wrapped }: FieldEntry): FieldReader {
  const shown = name.charAt(0).toUpperCase() + name.slice(1)
  if (schema.type === 'list' && !wrapped) return repeated(shown, index, valueReader(schema.items))
  return schema.type === 'map' ? mapReader(shown, index, schema) : single(shown, index, valueReader(schema))
}

/** A message that comes in two parts is not joined as Go would, the last one counts: no writer splits one. */
function single(name: string, index: number, { wireType, read }: ValueReader): FieldReader {
  return {
    name,
    wireType,
    read(reader, values) {
      values[index] = read(reader)
    },
  }
}

function repeated(name: string, index: number, { wireType, read }: ValueReader): FieldReader {
  return {
    name,
    wireType,
    packed: wireType !== DELIMITED,
    read(reader, values) {
      const list = values[index]
      const item = read(reader)
      if (Array.isArray(list)) list.push(item)
      else values[index] = [item]
    },
  }
}

function mapReader(name: string, index: number, schema: MapSchema): FieldReader {
  const zero = zeroOf(schema.values)
  const fields: Fields = [undefined, single('Key', 0, string), single('Value', 1, valueReader(schema.values))]
  return {
    name,
    wireType: DELIMITED,
    read(reader, values) {
      const entry: Values = []
      const outer = reader.enter()
      readFields(reader, fields, name, entry)
      reader.leave(outer)
      const [key, value = zero()] = entry
      const map = values[index]
      const result = isObject(map) ? map : {}
      setKey(result, typeof key === 'string' ? key : '', value)
      values[index] = result
    },
  }
}

function valueReader(schema: Schema): ValueReader {
  let reader = readers.get(schema)
  if (reader === undefined) {
    reader = compile(schema)
    readers.set(schema, reader)
  }
  return reader
}

function compile(schema: Schema): ValueReader {
  switch (schema.type) {
    case 'scalar':
      return scalarReader(schema)
    case 'untyped':
      return schema.either === undefined ? jsonReader(schema) : alternativesReader(schema)
    case 'list':
      return tuple('Items', [undefined, repeated('Items', 0, valueReader(schema.items))], ([list = null]) => list)
    case 'struct': {
      const read = messageReader(schema)
      return {
        wireType: DELIMITED,
        read(reader) {
          const outer = reader.enter()
          const object = read(reader)
          reader.leave(outer)
          return object
        },
      }
    }
    case 'map':
      throw new Error('Protobuf has no map of maps: give the inner one a type')
  }
}

/** A message that shows as one value. */
function tuple(message: string, fields: Fields, show: (values: Values) => Json): ValueReader {
  return {
    wireType: DELIMITED,
    read(reader) {
      const values: Values = []
      const outer = reader.enter()
      readFields(reader, fields, message, values)
      reader.leave(outer)
      return show(values)
    },
  }
}

const string: ValueReader = { wireType: DELIMITED, read: (reader) => reader.text() }
const boolean: ValueReader = { wireType: VARINT, read: (reader) => reader.boolean() }
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

const CHUNK = 8192

const bytes: ValueReader = {
  wireType: DELIMITED,
  read(reader) {
    const value = reader.bytes()
    let binary = ''
    for (let i = 0; i < value.length; i += CHUNK) binary += String.fromCharCode(...value.subarray(i, i + CHUNK))
    return btoa(binary)
  },
}

function timestamp(name: string, micro: boolean): ValueReader {
  const fields = [undefined, single('Seconds', 0, int64), single('Nanos', 1, int32)]
  return tuple(name, fields, ([seconds, nanos]) => {
    if (seconds === undefined && nanos === undefined) return null
    return formatTimestamp(Number(seconds ?? 0), Number(nanos ?? 0), micro)
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

function scalarReader({ kind, bits }: ScalarSchema): ValueReader {
  if (kind === 'duration') throw new Error('Read durations from protobuf: until now no built-in type held one')
  return bits === 32 ? int32 : SCALARS[kind]
}

const rawBytes: ValueReader = { wireType: DELIMITED, read: (reader) => parseJson(reader.bytes()) }

function parseJson(text: Uint8Array): Json {
  if (text.length === 0) return null
  try {
    return readJson(text).value
  } catch (error) {
    throw error instanceof JsonSyntaxError ? new ProtobufError(error.message) : error
  }
}

function jsonReader({ name = 'JSON', object }: UntypedSchema): ValueReader {
  return tuple(name, [undefined, single('Raw', 0, rawBytes)], ([value = null]) => {
    if (object === true && value !== null && !isObject(value)) {
      throw new ProtobufError(`json: cannot unmarshal ${jsonType(value)} into Go value of type map`)
    }
    return value
  })
}

/** The counterpart of `alternativesWriter`. */
function alternativesReader({ name = '', either = [] }: UntypedSchema): ValueReader {
  const [props, other] = either
  if (props === undefined || other === undefined) throw new Error(`Give ${name} two alternatives`)
  const schema = valueReader(props)
  if (other.type === 'list') {
    const fields = [undefined, single('Schema', 0, schema), repeated('Items', 1, valueReader(other.items))]
    return tuple(name, fields, ([one = null, list = one]) => list)
  }
  const fields = [undefined, single('Allows', 0, boolean), single('Schema', 1, schema)]
  return tuple(name, fields, ([allows = false, given = allows]) => given)
}
