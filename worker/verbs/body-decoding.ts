import type { Json, JsonObject } from '../api/json.ts'
import { decodeMessage, ProtobufError } from '../codec/lazy-protobuf.ts'
import { DecodeError } from '../schema/decode-error.ts'
import { decode, type Decoded } from '../schema/decode.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Spelling } from '../schema/strictness.ts'

/** Makes the refusal of a body; `why` is the reader's text. */
export type Refuse = (why: string) => Error

/**
 * A parsed body. When the body is protobuf, `message` is the encoded message, and `value` holds only its kind and apiVersion.
 */
interface ParsedBody {
  readonly value: Json
  readonly spelling?: Spelling | undefined
  readonly message?: Uint8Array | undefined
  /** A decoded object whose fields may be shared, as in `DecodeOptions`. */
  readonly decoded?: JsonObject | undefined
}

/** Decodes a body by a schema. */
export const decodeOrRefuse = (
  schema: StructSchema,
  { value, spelling, message, decoded }: ParsedBody,
  refused: Refuse,
): Decoded =>
  readOrRefuse(
    () =>
      message === undefined
        ? decode(schema, value, { spelling, decoded })
        : { object: decodeMessage(schema, message), faults: [] },
    refused,
  )

export function readOrRefuse(read: () => Decoded, refused: Refuse): Decoded {
  try {
    return read()
  } catch (error) {
    throw error instanceof DecodeError || error instanceof ProtobufError ? refused(error.message) : error
  }
}

export const sorted = (faults: readonly string[]): string[] => [...faults].sort()

/** The text of strict field validation. `lines`: findings of the YAML reader. */
export function strictError(lines: readonly string[], faults: readonly string[]): string {
  const yaml = lines.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${lines.join('\n  ')}`]
  return `strict decoding error: ${[...yaml, ...faults].join(', ')}`
}
