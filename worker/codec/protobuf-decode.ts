import { isObject, objectOrEmpty, setKey, stringOrEmpty, type Json, type JsonObject } from '../api/json.ts'
import { perSchema } from '../schema/per-schema.ts'
import type { Field, MapSchema, Schema, StructSchema, UntypedSchema } from '../schema/schema.ts'
import { isSorted, isEmptyValue, zeroOf } from '../schema/zero.ts'
import { readFields, repeated, single, tuple } from './protobuf-fields.ts'
import type { FieldReader, Fields, ValueReader, Values } from './protobuf-fields.ts'
import { requireLayout, type Entry, type FieldEntry, type InlinedEntry } from './protobuf-layout.ts'
import { DELIMITED, type WireReader } from './protobuf-reader.ts'
import { boolean, jsonReader, scalarReader, string } from './protobuf-scalars.ts'

/**
 * Returns a function that reads the remaining bytes as an object in canonical form. `typeMeta` (`apiVersion`, `kind`) is set
 * when the type has these fields. The function throws ProtobufError, and Error when the type has no protobuf form.
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

interface Slot {
  readonly name: string
  /** Makes the value of a field that the message omits; undefined when the object omits it too. */
  readonly absent: (() => Json) | undefined
  readonly omitEmpty: boolean
  readonly isMap: boolean
}

function structReader(schema: StructSchema): (reader: WireReader, typeMeta?: JsonObject) => JsonObject {
  // Types are recursive, so the first message creates the field readers.
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
      } else if (!slot.omitEmpty || !isEmptyValue(value)) object[slot.name] = slot.isMap ? sorted(value) : value
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
    isMap: schema.type === 'map',
  }
}

/** Sorts a map by key, because not every client sorts its maps. */
function sorted(map: Json): Json {
  if (!isObject(map)) return map
  const names = Object.keys(map)
  return isSorted(names) ? map : Object.fromEntries(names.sort().map((name) => [name, map[name]]))
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
  const goName = name.charAt(0).toUpperCase() + name.slice(1)
  if (schema.type === 'list' && !wrapped) return repeated(goName, index, valueReader(schema.items))
  return schema.type === 'map' ? mapReader(goName, index, schema) : single(goName, index, valueReader(schema))
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
      const result = objectOrEmpty(map)
      setKey(result, stringOrEmpty(key), value)
      values[index] = result
    },
  }
}

const valueReader = perSchema((schema: Schema): ValueReader => {
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
})

/** The inverse of `alternativesWriter`. */
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
