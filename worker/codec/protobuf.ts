import type { JsonObject } from '../api/json.ts'
import type { StructSchema } from '../schema/schema.ts'
import { messageReader } from './protobuf-decode.ts'
import { messageWriter } from './protobuf-encode.ts'
import { ProtobufError } from './protobuf-error.ts'
import { DELIMITED, WireReader } from './protobuf-reader.ts'
import { WireWriter } from './protobuf-writer.ts'

/**
 * Objects in protobuf: a magic number and the message `Unknown`, which says what type the message inside it has
 * (reference/negotiation.md 4). Objects are in canonical form on the JSON side, and byte for byte those of Go's
 * generated code on this one.
 */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

export interface Envelope extends TypeMeta {
  /** The message; a view of the bytes that were given. */
  readonly raw: Uint8Array
  /** Empty: none. */
  readonly contentEncoding: string
  /** What `raw` holds; empty: protobuf. */
  readonly contentType: string
}

const MAGIC = [0x6b, 0x38, 0x73, 0x00] as const

const API_VERSION = 1
const KIND = 2
const TYPE_META = 1
const RAW = 2
const CONTENT_ENCODING = 3
const CONTENT_TYPE = 4
const EVENT_TYPE = 1
const EVENT_OBJECT = 2
const EXTENSION_RAW = 1

const tagOf = (number: number): number => number * 8 + DELIMITED

// Nothing is written while something else is: one buffer serves all.
const writer = new WireWriter()

/** @param object in canonical form @throws Error where the schema has no protobuf form */
export function encodeProtobuf(schema: StructSchema, object: JsonObject, { apiVersion, kind }: TypeMeta): Uint8Array {
  writer.reset()
  writeText(CONTENT_TYPE, '')
  writeText(CONTENT_ENCODING, '')
  const end = writer.size
  messageWriter(schema)(writer, object)
  writer.length(end)
  writer.uint(tagOf(RAW))
  const mark = writer.size
  writeText(KIND, kind)
  writeText(API_VERSION, apiVersion)
  writer.length(mark)
  writer.uint(tagOf(TYPE_META))
  writer.raw(MAGIC)
  return writer.take()
}

function writeText(number: number, text: string): void {
  writer.text(text)
  writer.uint(tagOf(number))
}

/** @throws ProtobufError */
export function decodeProtobuf(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw new ProtobufError('empty data')
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) {
    const prefix = MAGIC.join(' ')
    throw new ProtobufError(`provided data does not appear to be a protobuf message, expected prefix [${prefix}]`)
  }
  if (bytes.length === MAGIC.length) throw new ProtobufError('empty body')
  const fields = delimitedFields(bytes.subarray(MAGIC.length), 'Unknown', CONTENT_TYPE)
  const typeMeta = delimitedFields(fields[TYPE_META] ?? NOTHING, 'TypeMeta', KIND)
  return {
    apiVersion: textOf(typeMeta[API_VERSION]),
    kind: textOf(typeMeta[KIND]),
    raw: fields[RAW] ?? NOTHING,
    contentEncoding: textOf(fields[CONTENT_ENCODING]),
    contentType: textOf(fields[CONTENT_TYPE]),
  }
}

const NOTHING: Uint8Array = new Uint8Array()
const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })
const textOf = (bytes = NOTHING): string => (bytes.length === 0 ? '' : textDecoder.decode(bytes))

/** By number, up to `last`; all of these are texts, bytes or messages. */
function delimitedFields(bytes: Uint8Array, message: string, last: number): (Uint8Array | undefined)[] {
  const reader = new WireReader(bytes)
  const fields: (Uint8Array | undefined)[] = []
  while (reader.more) {
    const number = reader.number(message)
    const { wireType } = reader
    if (number > last) reader.skip()
    else if (wireType === DELIMITED) fields[number] = reader.bytes()
    else throw new ProtobufError(`proto: wrong wireType = ${wireType} for field ${number} of ${message}`)
  }
  return fields
}

/**
 * The object of an envelope, in the form that `decode` gives a JSON document; with `typeMeta`, it says its type. Fields
 * that the type does not know are passed over, as protobuf demands: nothing here is strict.
 * @throws ProtobufError; Error where the schema has no protobuf form
 */
export function decodeMessage(schema: StructSchema, raw: Uint8Array, typeMeta?: TypeMeta): JsonObject {
  return messageReader(schema)(new WireReader(raw), typeMeta && { ...typeMeta })
}

/**
 * One event of a watch: its length in four bytes, then a bare `WatchEvent`.
 * @param type `ADDED`, `BOOKMARK` ...
 * @param object what `encodeProtobuf` made of the event's object
 */
export function encodeWatchFrame(type: string, object: Uint8Array): Uint8Array {
  writer.reset()
  writer.bytes(object)
  writer.uint(tagOf(EXTENSION_RAW))
  writer.length(0)
  writer.uint(tagOf(EVENT_OBJECT))
  writeText(EVENT_TYPE, type)
  const { size } = writer
  writer.raw([size >>> 24, (size >>> 16) & 0xff, (size >>> 8) & 0xff, size & 0xff])
  return writer.take()
}
