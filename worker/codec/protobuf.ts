import type { JsonObject } from '../api/json.ts'
import type { StructSchema } from '../schema/schema.ts'
import { messageReader } from './protobuf-decode.ts'
import { messageWriter } from './protobuf-encode.ts'
import { ProtobufError } from './protobuf-error.ts'
import { DELIMITED, WireReader } from './protobuf-reader.ts'
import { WireWriter } from './protobuf-writer.ts'

/*
 * An object in protobuf is a magic number and the message `Unknown`, which holds the type and the bytes of the object's
 * own message (reference/negotiation.md 4). The bytes are equal to the output of Go's generated code for
 * objects in canonical form.
 */

/** The type of an object. */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

export interface Envelope extends TypeMeta {
  /** The object's message; a view of the input, no copy. */
  readonly raw: Uint8Array
  /** The encoding of `raw`; empty for a message that is not encoded. */
  readonly contentEncoding: string
  /** The media type of `raw`; empty means protobuf. */
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

// Encoding is synchronous, so all encodings share one buffer.
const writer = new WireWriter()

/** @param object in canonical form @throws Error when the schema has no protobuf form */
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

/** Reads the envelope of an object, and leaves the object encoded. @throws ProtobufError */
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

/** The fields by number, up to `last`. Each is a string, bytes or a message. */
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
 * Decodes the object of an envelope into the form that `schema/decode.ts` gives a JSON document. Unknown fields are
 * skipped, as protobuf requires; field validation does not apply.
 * @param typeMeta set in the object; without it the object has no `apiVersion` and `kind`
 * @throws ProtobufError; Error when the schema has no protobuf form
 */
export function decodeMessage(schema: StructSchema, raw: Uint8Array, typeMeta?: TypeMeta): JsonObject {
  return messageReader(schema)(new WireReader(raw), typeMeta && { ...typeMeta })
}

/**
 * One event of a watch: its length in four bytes, then a `WatchEvent` without envelope.
 * @param type `ADDED`, `BOOKMARK` ...
 * @param object the event's object, encoded by `encodeProtobuf`
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
