import type { Json } from '../api/json.ts'
import { ProtobufError } from './protobuf-error.ts'
import { DELIMITED, type WireReader } from './protobuf-reader.ts'

/** Reads the value after a field's tag. */
export interface ValueReader {
  readonly wireType: number
  read(reader: WireReader): Json
}

/** The values of a struct's fields by index; undefined for a field that the message omits. */
export type Values = (Json | undefined)[]

export interface FieldReader {
  /** The field's Go name, for errors. */
  readonly name: string
  readonly wireType: number
  /** Whether the field may also be a packed list. */
  readonly packed?: boolean
  read(reader: WireReader, values: Values): void
}

/** The readers of a message's fields, indexed by field number. */
export type Fields = readonly (FieldReader | undefined)[]

export function readFields(reader: WireReader, fields: Fields, message: string, values: Values): void {
  while (reader.more) {
    const number = reader.number(message)
    const { wireType } = reader
    const field = number < fields.length ? fields[number] : undefined
    if (field === undefined) reader.skip()
    else if (field.wireType === wireType) field.read(reader, values)
    else if (field.packed === true && wireType === DELIMITED) {
      const outer = reader.enter()
      while (reader.more) field.read(reader, values)
      reader.leave(outer)
    } else throw new ProtobufError(`proto: wrong wireType = ${wireType} for field ${field.name}`)
  }
}

/**
 * Reads a field with one value. The last value in the message wins. Go merges repeated values of a message field, but no known
 * encoder writes them.
 */
export function single(name: string, index: number, { wireType, read }: ValueReader): FieldReader {
  return {
    name,
    wireType,
    read(reader, values) {
      values[index] = read(reader)
    },
  }
}

export function repeated(name: string, index: number, { wireType, read }: ValueReader): FieldReader {
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

/** Reads a message whose JSON form is one value (`Time`, `Quantity`). */
export function tuple(message: string, fields: Fields, show: (values: Values) => Json): ValueReader {
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
