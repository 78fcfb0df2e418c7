import { boundedNumber } from '../api/numbers.ts'
import { isObject, stringOrEmpty, type Json, type JsonObject } from '../api/json.ts'
import { perSchema } from '../schema/per-schema.ts'
import type { Field, MapSchema, ScalarSchema, Schema, StructSchema, UntypedSchema } from '../schema/schema.ts'
import { isSorted } from '../schema/zero.ts'
import { stringifyJson } from './encode.ts'
import { requireLayout, type Entry } from './protobuf-layout.ts'
import { DELIMITED, FIXED64, VARINT } from './protobuf-reader.ts'
import { parseTimestamp } from './protobuf-time.ts'
import type { WireWriter } from './protobuf-writer.ts'
import { fromForgivingBase64 } from '../runtime/bytes.ts'

/**
 * Writes the value after a field's tag, including the length. Undefined and null are written as Go's zero value. Every
 * writer writes the last part first (see WireWriter).
 */
interface ValueWriter {
  readonly wireType: number
  write(writer: WireWriter, value: Json | undefined): void
}

/**
 * Returns a function that writes an object in canonical form as a message without a length. The function throws an Error
 * when the type has no protobuf form.
 */
export function messageWriter(schema: StructSchema): (writer: WireWriter, object: JsonObject) => void {
  let write = messages.get(schema)
  if (write === undefined) {
    let fields: readonly FieldWriter[] | undefined
    write = (writer, object) => {
      // Types are recursive, so the first object creates the field writers.
      fields ??= requireLayout(schema).map(fieldWriter).reverse()
      for (const writeField of fields) writeField(writer, object)
    }
    messages.set(schema, write)
  }
  return write
}

type FieldWriter = (writer: WireWriter, object: JsonObject) => void

const messages = new WeakMap<StructSchema, FieldWriter>()
const NOTHING: JsonObject = {}

function fieldWriter(entry: Entry): FieldWriter {
  const tag = entry.number * 8
  if ('inlined' in entry) {
    const inner = entry.inlined.map(fieldWriter).reverse()
    return (writer, object) => {
      const mark = writer.size
      for (const writeField of inner) writeField(writer, object)
      writer.length(mark)
      writer.uint(tag + DELIMITED)
    }
  }
  const { name, field } = entry
  const { schema } = field
  if (schema.type === 'list' && !entry.wrapped) {
    const writeItems = itemsWriter(valueWriter(schema.items), entry.number)
    return (writer, object) => writeItems(writer, object[name])
  }
  if (schema.type === 'map') return mapWriter(schema, name, tag)
  const { wireType, write } = valueWriter(schema)
  const nullable = isNullable(field)
  return (writer, object) => {
    const value = object[name]
    if (nullable && (value === undefined || value === null)) return
    write(writer, value)
    writer.uint(tag + wireType)
  }
}

/** Whether a field can be nil: Go omits only nil pointers and nil slices. */
const isNullable = ({ schema, pointer }: Field): boolean =>
  pointer === true || schema.type === 'list' || (schema.type === 'scalar' && schema.kind === 'bytes')

type ItemsWriter = (writer: WireWriter, value: Json | undefined) => void

function itemsWriter({ wireType, write }: ValueWriter, number: number): ItemsWriter {
  return (writer, value) => {
    if (!Array.isArray(value)) return
    for (let i = value.length - 1; i >= 0; i--) {
      write(writer, value[i])
      writer.uint(number * 8 + wireType)
    }
  }
}

const KEY_TAG = 8 + DELIMITED
const VALUE_TAG = 16

function mapWriter(schema: MapSchema, name: string, tag: number): FieldWriter {
  const { wireType, write } = valueWriter(schema.values)
  const nullable = isNullable({ schema: schema.values }) && schema.values.type === 'scalar'
  return (writer, object) => {
    const map = object[name]
    if (!isObject(map)) return
    const keys = Object.keys(map)
    // JavaScript enumerates integer keys first, regardless of insertion order.
    if (!isSorted(keys)) keys.sort()
    for (let i = keys.length - 1; i >= 0; i--) {
      const key = keys[i] ?? ''
      const value = map[key]
      const mark = writer.size
      if (!nullable || (value !== undefined && value !== null)) {
        write(writer, value)
        writer.uint(VALUE_TAG + wireType)
      }
      writer.text(key)
      writer.uint(KEY_TAG)
      writer.length(mark)
      writer.uint(tag + DELIMITED)
    }
  }
}

const valueWriter = perSchema((schema: Schema): ValueWriter => {
  switch (schema.type) {
    case 'scalar':
      return scalarWriter(schema)
    case 'untyped':
      return schema.either === undefined ? rawJson : message(alternativesWriter(schema))
    case 'list':
      return message(itemsWriter(valueWriter(schema.items), 1))
    case 'struct': {
      const write = messageWriter(schema)
      return message((writer, value) => write(writer, isObject(value) ? value : NOTHING))
    }
    case 'map':
      throw new Error('Protobuf has no map of maps: give the inner one a type')
  }
})

/** Puts the length before the fields that `write` writes. */
function message(write: (writer: WireWriter, value: Json | undefined) => void): ValueWriter {
  return {
    wireType: DELIMITED,
    write(writer, value) {
      const mark = writer.size
      write(writer, value)
      writer.length(mark)
    },
  }
}

const string: ValueWriter = {
  wireType: DELIMITED,
  write: (writer, value) => writer.text(stringOrEmpty(value)),
}

const boolean: ValueWriter = { wireType: VARINT, write: (writer, value) => writer.uint(value === true ? 1 : 0) }

const integer: ValueWriter = {
  wireType: VARINT,
  write: (writer, value) => writer.integer(typeof value === 'number' || typeof value === 'bigint' ? value : 0),
}

const double: ValueWriter = { wireType: FIXED64, write: (writer, value) => writer.double(boundedNumber(value ?? 0)) }

const bytes: ValueWriter = {
  wireType: DELIMITED,
  write: (writer, value) => writer.bytes(fromForgivingBase64(stringOrEmpty(value))),
}

const timestamp = message((writer, value) => {
  if (typeof value !== 'string') return
  const { seconds, nanos } = parseTimestamp(value)
  writer.integer(nanos)
  writer.uint(0x10)
  writer.integer(seconds)
  writer.uint(0x08)
})

const quantity = message((writer, value) => {
  writer.text(typeof value === 'string' ? value : '0')
  writer.uint(0x0a)
})

const intOrString = message((writer, value) => {
  const isText = typeof value === 'string'
  string.write(writer, value)
  writer.uint(0x1a)
  integer.write(writer, value)
  writer.uint(0x10)
  writer.uint(isText ? 1 : 0)
  writer.uint(0x08)
})

const rawJson = message((writer, value) => {
  if (value === undefined || value === null) return
  writer.text(stringifyJson(value))
  writer.uint(0x0a)
})

const SCALARS: Readonly<Record<Exclude<ScalarSchema['kind'], 'duration'>, ValueWriter>> = {
  string,
  boolean,
  integer,
  number: double,
  bytes,
  time: timestamp,
  microtime: timestamp,
  quantity,
  'int-or-string': intOrString,
}

function scalarWriter({ kind }: ScalarSchema): ValueWriter {
  if (kind === 'duration') throw new Error('Implement durations in protobuf: no built-in type had one so far')
  return SCALARS[kind]
}

/** A message of a schema and its alternative: `schema` and `jSONSchemas` (a list), or `allows` (a boolean) and `schema`. */
function alternativesWriter({
  name,
  either = [],
}: UntypedSchema): (writer: WireWriter, value: Json | undefined) => void {
  const [props, other] = either
  if (props === undefined || other === undefined) throw new Error(`Give ${name} two alternatives`)
  const schema = valueWriter(props)
  if (other.type === 'list') {
    const writeItems = itemsWriter(valueWriter(other.items), 2)
    return (writer, value) => {
      writeItems(writer, value)
      if (!isObject(value)) return
      schema.write(writer, value)
      writer.uint(0x0a)
    }
  }
  return (writer, value) => {
    const given = isObject(value)
    if (given) {
      schema.write(writer, value)
      writer.uint(0x12)
    }
    boolean.write(writer, given || value === true)
    writer.uint(0x08)
  }
}
