import type { Json } from '../../worker/api/json.ts'
import { DecodeError } from '../../worker/schema/decode-error.ts'
import { reportedFault } from '../../worker/schema/decode-fault.ts'
import { decode as decodeValue, type Decoded, type DecodeOptions } from '../../worker/schema/decode.ts'
import type { StructSchema } from '../../worker/schema/schema.ts'

/**
 * Reads a value as the real server's typed decoding does: field names are case-sensitive, null is the zero value, and types are
 * strict. Unknown fields are dropped and reported.
 * @throws DecodeError when a value does not match its type
 */
export function decode(schema: StructSchema, value: Json, options: DecodeOptions = {}): Decoded {
  try {
    return decodeValue(schema, value, options)
  } catch (error) {
    // The server loads the names of Go's types with a request; a program that calls this function sends none.
    throw error instanceof DecodeError ? reportedFault(schema, value, error, options.spelling) : error
  }
}
