import { readFileSync } from 'node:fs'
import type { ApiResponse, ByteStream, Handle } from '../../worker/api/exchange.ts'
import { isByteStream } from '../../worker/api/exchange.ts'
import { pemBlocks } from '../../worker/certificates/pem.ts'
import { recordingPath } from '../recordings/archive.ts'
import type { Client, SentRequest, WatchLimit } from './case.ts'
import { requestHeaders, TIMEOUT_MS } from './http-client.ts'
import { StreamEnd } from './stream-end.ts'

/** A client that calls `handle` in this process. */
export function inProcessClient(handle: Handle, token = 'admin-token'): Client {
  return {
    async send(request) {
      const { method = 'GET', path, body, watch, cert } = request
      const aborter = new AbortController()
      const response = await handle({
        method,
        url: path,
        headers: hostHeaders(withLength(method, body, requestHeaders(request, token))),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? new TextEncoder().encode(body) : body }),
        ...(cert === undefined ? {} : { peerCertificates: certificates(cert) }),
        signal: aborter.signal,
      })
      const bytes = method === 'HEAD' ? Buffer.alloc(0) : await bytesOf(response, watch)
      aborter.abort()
      return { status: response.status, headers: joined(response.headers), body: bytes }
    },
  }
}

/** Adds a length to a write without a body, as the HTTP client of Node does. */
function withLength(
  method: string,
  body: SentRequest['body'],
  headers: Map<string, string | string[]>,
): Map<string, string | string[]> {
  if (body === undefined && ['POST', 'PUT', 'PATCH'].includes(method)) headers.set('Content-Length', '0')
  return headers
}

/** The certificates of recordings/pki/NAME.crt as DER, the client's own first. */
export const certificates = (name: string): Uint8Array[] =>
  pemBlocks(readFileSync(recordingPath(`pki/${name}.crt`), 'utf8')).map(({ bytes }) => bytes)

/** Headers of which Node keeps the first value. */
const SINGLE_VALUED: ReadonlySet<string> = new Set(['authorization', 'content-length', 'content-type', 'user-agent'])

/** The headers as a host passes them: names in lower case, and no space around values. */
const hostHeaders = (headers: ReadonlyMap<string, string | string[]>): Map<string, string> =>
  new Map(
    [...headers].map(([given, value]) => {
      const name = given.toLowerCase()
      const values = [value].flat()
      return [name, trimmed(SINGLE_VALUED.has(name) ? (values[0] ?? '') : values.join(', '))]
    }),
  )

const trimmed = (value: string): string => value.replaceAll(/^[ \t]+|[ \t]+$/g, '')

function joined(headers: ApiResponse['headers']): Record<string, string> {
  const all: Record<string, string> = {}
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    all[key] = all[key] === undefined ? value : `${all[key]}, ${value}`
  }
  return all
}

async function bytesOf({ body }: ApiResponse, watch: WatchLimit | undefined): Promise<Buffer> {
  return isByteStream(body) ? readStream(body, watch ?? { ms: TIMEOUT_MS }) : Buffer.from(body)
}

function readStream(stream: ByteStream, limit: WatchLimit): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    const done = () => {
      end.cancel()
      stream.stop()
      resolve(Buffer.concat(chunks))
    }
    const end = new StreamEnd(limit, done)
    stream.start({
      write(chunk) {
        chunks.push(chunk)
        end.read(chunk)
      },
      end: done,
      backlog: () => 0,
    })
  })
}
