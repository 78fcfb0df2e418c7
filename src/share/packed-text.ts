import { fromBase64Url, toBase64Url } from '../../worker/runtime/bytes.ts'
import { ShareError } from './share-error.ts'

const MAX_BYTES = 4 * 1024 * 1024

/** Compresses a text to characters that need no escaping in an address. */
export async function packText(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()))
}

/** @throws ShareError for a damaged text, and for a text of more than 4 MiB */
export function unpackText(packed: string): Promise<string> {
  return inflate(readBase64Url(packed))
}

function readBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(text))
    throw new ShareError('The link is damaged: it holds characters that no link has. Copy the whole link again.')
  const bytes = fromBase64Url(text)
  if (bytes === undefined)
    throw new ShareError('The link is damaged: a part of it is missing. Copy the whole link again.')
  return bytes
}

/** Decompresses up to the limit, because a small link can decompress to gigabytes. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ShareError('The link is damaged: it does not unpack. Copy the whole link again.')
    })
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > MAX_BYTES) {
      await reader.cancel()
      throw new ShareError('The link holds more than 4 MiB, which is the limit of a link. Ask its author for a file.')
    }
    text += decoder.decode(value, { stream: true })
  }
}
