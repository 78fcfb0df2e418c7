/** Malformed protobuf. The message is that of Go's generated code. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'
}
