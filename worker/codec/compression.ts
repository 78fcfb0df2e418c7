import { numberOfText } from '../api/numbers.ts'

/** The size above which an answer is compressed when the client accepts gzip, in bytes (reference/negotiation.md 10). */
export const COMPRESSION_THRESHOLD = 128 * 1024

/**
 * Whether a client accepts gzip. Only the literal word `gzip` counts; `*`, `GZIP` and `gzip;q=1` do not (reference/negotiation.md
 * 10).
 */
export function acceptsGzip(acceptEncoding: string): boolean {
  return acceptEncoding.split(',').some((token) => token.trim() === 'gzip')
}

/** The size from which the real server compresses the older OpenAPI document, in bytes. */
export const DOCUMENT_THRESHOLD = 1400

/** Whether a client accepts gzip by the rules for quality values: of several values for gzip, the last one counts. */
export function prefersGzip(acceptEncoding: string): boolean {
  let quality = 0
  for (const coding of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim())
    if (name.toLowerCase() !== 'gzip') continue
    const last = parameters.at(-1)
    const value = last?.startsWith('q=') === true ? numberOfText(last.slice(2)) : 1
    if (!Number.isNaN(value)) quality = value
  }
  return quality > 0
}

export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
