/** One array of its own with the bytes of all. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  let size = 0
  for (const chunk of chunks) size += chunk.byteLength
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
