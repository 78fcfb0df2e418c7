/** Bytes that are not what they should be; the message is the one of Go's generated code. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'
}
