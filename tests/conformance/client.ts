import { readFileSync } from 'node:fs'
import type { ApiResponse, ByteStream, Handle } from '../../worker/api/exchange.ts'
import { isByteStream } from '../../worker/api/exchange.ts'
import { pemBlocks } from '../../worker/certificates/pem.ts'

/** What the oracle's player needs of a client; here it calls `handle` in this process. */
export interface OracleClient {
  send(request: OracleRequest): Promise<OracleAnswer>
}

interface OracleRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | string[] | null>>
  readonly body?: string | Uint8Array
  /** The name of the client certificate that the request is sent with, and no token. */
  readonly cert?: string
  /** Read a stream for so long, or until so many lines. */
  readonly watch?: { readonly ms?: number; readonly count?: number }
}

interface OracleAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const TIMEOUT = 70_000

export function clientOf(handle: Handle, token = 'admin-token'): OracleClient {
  return {
    async send({ method = 'GET', path, headers = {}, body, watch, cert }) {
      const gone = new AbortController()
      const response = await handle({
        method,
        url: path,
        headers: headersOf({
          'User-Agent': 'oracle/1',
          Authorization: cert === undefined ? `Bearer ${token}` : null,
          ...headers,
        }),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? new TextEncoder().encode(body) : body }),
        ...(cert === undefined ? {} : { peerCertificates: certificates(cert) }),
        signal: gone.signal,
      })
      const bytes = method === 'HEAD' ? Buffer.alloc(0) : await bytesOf(response, watch)
      gone.abort()
      return { status: response.status, headers: joined(response.headers), body: bytes }
    },
  }
}

/** DER, the client's own first. */
function certificates(name: string): Uint8Array[] {
  const file = new URL(`../../../shared/oracle/pki/${name}.crt`, import.meta.url)
  return pemBlocks(readFileSync(file, 'utf8')).map(({ bytes }) => bytes)
}

function headersOf(headers: Readonly<Record<string, string | string[] | null>>): Map<string, string> {
  const map = new Map<string, string>()
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase()
    if (value === null) map.delete(key)
    else map.set(key, Array.isArray(value) ? value.join(', ') : value)
  }
  return map
}

function joined(headers: ApiResponse['headers']): Record<string, string> {
  const all: Record<string, string> = {}
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    all[key] = all[key] === undefined ? value : `${all[key]}, ${value}`
  }
  return all
}

async function bytesOf({ body }: ApiResponse, watch: OracleRequest['watch']): Promise<Buffer> {
  return isByteStream(body)
    ? readStream(body, watch?.ms ?? (watch ? 1500 : TIMEOUT), watch?.count ?? Infinity)
    : Buffer.from(body)
}

function readStream(stream: ByteStream, ms: number, lines: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let seen = 0
    const done = () => {
      clearTimeout(timer)
      stream.stop()
      resolve(Buffer.concat(chunks))
    }
    const timer = setTimeout(done, ms)
    stream.start({
      write(chunk) {
        chunks.push(chunk)
        for (const byte of chunk) if (byte === 10) seen++
        // The recorded player waits a moment after the last line; so what follows at once is read as well.
        if (seen >= lines) setTimeout(done, 30)
      },
      end: done,
      backlog: () => 0,
    })
  })
}
