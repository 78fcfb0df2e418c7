import type { ClientRequest, IncomingMessage } from 'node:http'
import type { RequestOptions } from 'node:https'
import { Readable } from 'node:stream'
import type { HostRequest, HostResponse, TransportSecurity } from '../src/cli/host.ts'
import { ConnectionError } from '../src/cli/host.ts'
import { lookupTable } from '../worker/runtime/lookup-table.ts'

/** Opens a request over HTTP or HTTPS. The options may contain a method, headers and a signal. */
export type OpenRequest = (options: RequestOptions, answered: (answer: IncomingMessage) => void) => ClientRequest

/** How requests to a URL are opened. */
export async function requestTo(url: string, tls: TransportSecurity): Promise<OpenRequest> {
  // Node's module for TLS takes 8 ms, which a command over HTTP does not need.
  if (!url.startsWith('https:')) {
    const { request } = await import('node:http')
    return (options, answered) => request(url, options, answered)
  }
  const { secureRequest } = await import('./client-secure-request.ts')
  const security: RequestOptions = {
    rejectUnauthorized: !tls.insecure,
    servername: tls.serverName,
    ca: tls.certificateAuthority,
    // As in Go, each certificate of the bundle is trusted.
    allowPartialTrustChain: true,
    cert: tls.clientCertificate,
    key: tls.clientKey,
  }
  return (options, answered) => secureRequest(url, { ...options, ...security }, answered)
}

/**
 * Sends a request over HTTP(S) and resolves to its answer. Node's own `fetch` is not used, because it can neither skip nor change
 * the check of a certificate.
 */
export async function exchange({ url, method, headers, body, signal, tls }: HostRequest): Promise<HostResponse> {
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }) },
    signal,
  }
  const open = await requestTo(url, tls)
  try {
    return await new Promise<HostResponse>((resolve, reject) => {
      open(options, (answer) => resolve(new ExchangeResponse(answer)))
        .on('upgrade', (_, socket) => {
          socket.destroy()
          reject(new ConnectionError('the server offers a stream, which this client cannot use', false))
        })
        .on('error', reject)
        .end(body)
    })
  } catch (error) {
    if (error instanceof ConnectionError) throw error
    if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : error
    throw await connectionError(error as NodeJS.ErrnoException, hostOf(url))
  }
}

/** The name of the host as it is written; a name beyond ASCII in the form of the name service. */
function hostOf(url: string): string {
  const [, written = ''] = /^[^:]*:\/\/(?:[^/?#]*@)?([^/?#]*?)(?::\d*)?(?:[/?#]|$)/.exec(url) ?? []
  return /^[\w.-]+$/.test(written) ? written : new URL(url).hostname
}

/** Why no connection was made, in the words of the real client. */
export async function connectionError(error: NodeJS.ErrnoException, hostname: string): Promise<ConnectionError> {
  const { code = '', message } = error
  if (code === 'ECONNREFUSED')
    return new ConnectionError(`dial tcp ${refusedAddress(error)}: connect: connection refused`, true)
  if (code === 'ENOTFOUND')
    return new ConnectionError(`dial tcp: lookup ${hostname} on ${await nameServer()}: no such host`, false)
  return new ConnectionError(TLS_FAULTS[code] ?? message, false)
}

/** The address of the failed attempt. After several attempts, the IPv4 address, which the real client tries first. */
function refusedAddress(error: NodeJS.ErrnoException): string {
  const attempts = (error instanceof AggregateError ? error.errors : [error]) as { address?: string; port?: number }[]
  const { address = '', port } = attempts.find((each) => each.address?.includes('.')) ?? attempts[0] ?? {}
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}

const UNKNOWN_AUTHORITY = 'tls: failed to verify certificate: x509: certificate signed by unknown authority'

const TLS_FAULTS = lookupTable<string>({
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
})

export async function nameServer(): Promise<string> {
  const { getServers } = await import('node:dns')
  const [first = ''] = getServers()
  return /:\d+$/.test(first) && !first.endsWith(']') ? first : `${first}:53`
}

/** The answer. Node's `Response` would load all of `fetch`, which takes 30 ms of a command's start. */
class ExchangeResponse implements HostResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: HostResponse['headers']
  readonly #answer: IncomingMessage

  constructor(answer: IncomingMessage) {
    this.#answer = answer
    this.status = answer.statusCode ?? 500
    this.statusText = answer.statusMessage ?? ''
    this.headers = joinedHeaders(answer.rawHeaders)
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get body(): ReadableStream<Uint8Array> {
    return Readable.toWeb(this.#answer) as ReadableStream<Uint8Array>
  }

  /** Reads the body by the events of its stream. An iterator would load code of Node that a command needs nowhere else: 2 ms. */
  text(): Promise<string> {
    const chunks: Uint8Array[] = []
    return new Promise((resolve, reject) => {
      this.#answer
        .on('data', (chunk: Uint8Array) => chunks.push(chunk))
        .on('end', () => resolve(new TextDecoder().decode(Buffer.concat(chunks))))
        .on('error', reject)
        .on('close', () => reject(new Error('the connection ended before the answer was complete')))
    })
  }
}

/** The headers, sorted by name. The values of one name are joined, as in `Headers`. */
function joinedHeaders(raw: readonly string[]): HostResponse['headers'] {
  const values = new Map<string, string>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const value = raw[at + 1] ?? ''
    const before = values.get(name)
    values.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return new Map([...values].sort(([a], [b]) => (a < b ? -1 : 1)))
}
