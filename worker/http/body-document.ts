import type { Awaitable } from '../runtime/awaitable.ts'
import type { Json } from '../api/json.ts'
import { JsonSyntaxError } from '../codec/json-parser.ts'
import type { Format } from '../codec/negotiation.ts'
import { decodeProtobuf, ProtobufError } from '../codec/lazy-protobuf.ts'
import { YamlError } from '../codec/lazy-yaml.ts'
import type { Spelling } from '../schema/strictness.ts'
import { boundsRefusal, readBoundedBody, readBoundedYaml } from './bounded-values.ts'

/** A parsed document. `faults`: duplicate keys, when the parser reports them. */
export interface Document {
  readonly value: Json
  /** The body when it is protobuf; `value` then holds only its kind and apiVersion. */
  readonly message?: Uint8Array
  readonly spelling?: Spelling | undefined
  readonly faults: readonly string[]
}

/** Thrown for a body that cannot be parsed. The message is the parser's, and follows `the object provided is unrecognized`. */
export class Unreadable extends Error {}

/** Parses the body of a request. @throws Unreadable, and the refusal of a body beyond its bounds */
export function parseDocument(bytes: Uint8Array, format: Format): Awaitable<Document> {
  try {
    if (format === 'protobuf') {
      const { apiVersion, kind, raw } = decodeProtobuf(bytes)
      return { value: { apiVersion, kind }, message: raw, faults: [] }
    }
    if (format === 'json') {
      const { value, spelling } = readBoundedBody(bytes)
      return { value, spelling, faults: [] }
    }
    return readBoundedYaml(bytes).then(({ value, duplicates }) => ({ value, faults: duplicates }), misread)
  } catch (error) {
    return misread(error)
  }
}

function misread(error: unknown): never {
  const refused = boundsRefusal(error)
  if (refused !== undefined) throw refused
  if (error instanceof JsonSyntaxError) {
    throw new Unreadable(`couldn't get version/kind; json parse error: ${error.message}`)
  }
  throw error instanceof YamlError || error instanceof ProtobufError ? new Unreadable(error.message) : error
}
