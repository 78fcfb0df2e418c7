/** The size above which an answer is compressed when the client accepts gzip, in bytes (reference/negotiation.md 10). */
export const COMPRESSION_THRESHOLD = 128 * 1024

/**
 * Whether a client accepts gzip. Only the literal word `gzip` counts; `*`, `GZIP` and `gzip;q=1` do not (reference/negotiation.md
 * 10).
 */
export function acceptsGzip(acceptEncoding: string): boolean {
  return acceptEncoding.split(',').some((token) => token.trim() === 'gzip')
}

export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
