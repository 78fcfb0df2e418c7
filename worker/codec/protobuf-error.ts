/** Thrown for malformed protobuf, with the message of Go's generated code. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'
}
