import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Handle } from '../worker/api/exchange.ts'
import { listener } from './http/adapter.ts'
import type { FlagValues } from './flags.ts'
import { enabled, FlagError, integer, text } from './flags.ts'
import { servingCertificate } from './serving-certificate.ts'
import { tlsVersions } from './tls-versions.ts'
import { limitConnections } from './http/connection-limit.ts'
import { readAsData } from './http/secure-reading.ts'
import { BodyReader } from './http/request-body.ts'
import { PARSED_HEADER_LINES } from './http/request-headers.ts'
import { answerConnect, answerUnreadable } from './http/unknown-methods.ts'

/** A listening port. */
export interface Listening {
  readonly url: string
  /** Refuses new connections. Open connections end after their current answers, and then the promise resolves. */
  close(): Promise<void>
  /** Closes the remaining connections. */
  cut(): void
}

const LOOPBACK = '127.0.0.1'

/**
 * The limits of a message: bytes of all headers, and milliseconds for a connection without a request, for the headers
 * and for a whole request. The real server has the same limits, but its `--request-timeout` limits a body, by default to
 * the same time.
 */
export const MESSAGE_LIMITS = {
  maxHeaderSize: 1024 * 1024,
  keepAliveTimeout: 90_000,
  headersTimeout: 32_000,
  requestTimeout: 60_000,
  /** Milliseconds between Node's checks of these timeouts. */
  connectionsCheckingInterval: 5000,
} as const

/** Open connections, below the 4096 files that a process may commonly open. */
const MAX_CONNECTIONS = 4000

/**
 * Opens the ports of the flags: HTTPS with `--secure-port`, HTTP with `--port`, or when neither flag is given.
 * @throws FlagError; Error when a port is not free
 */
export async function listen(flags: FlagValues, handle: Handle): Promise<Listening[]> {
  const secure = flags.has('secure-port')
  const address = bindAddress(flags)
  const options = { allowedHosts: flags.get('allowed-hosts') ?? [], bodies: new BodyReader() }
  const servers: Promise<Listening>[] = []
  if (secure) {
    const server = https.createServer({ ...MESSAGE_LIMITS, ...(await tlsOptions(flags)) }, listener(handle, options))
    prepare(server, handle)
    readAsData(server)
    servers.push(open(server, { scheme: 'https', address, port: integer(flags, 'secure-port') ?? 0 }))
  }
  if (!secure || flags.has('port')) {
    const server = http.createServer(MESSAGE_LIMITS, listener(handle, options))
    prepare(server, handle)
    servers.push(open(server, { scheme: 'http', address, port: integer(flags, 'port') ?? 8080 }))
  }
  return Promise.all(servers)
}

/** The modes of the flags. The reader of `--authorization-config` checks the address again, with the modes of the file. */
const modesOf = (flags: FlagValues): readonly string[] =>
  flags.get('authorization-mode') ?? (flags.has('authorization-config') ? [] : ['AlwaysAllow'])

/**
 * Without access control every caller has full access, so listening beyond loopback needs a separate flag.
 * @throws FlagError
 */
export function bindAddress(flags: FlagValues, modes = modesOf(flags)): string {
  const address = text(flags, 'bind-address') ?? LOOPBACK
  const isLoopback = address === 'localhost' || address === '::1' || address.startsWith('127.')
  if (isLoopback || !modes.includes('AlwaysAllow') || enabled(flags, 'allow-everyone')) return address
  throw new FlagError(
    `--bind-address=${address} serves other machines without access control; add --authorization-mode=RBAC, or --allow-everyone to serve everybody`,
  )
}

function prepare(server: http.Server | https.Server, handle: Handle): void {
  server.maxHeadersCount = PARSED_HEADER_LINES
  limitConnections(server, MAX_CONNECTIONS)
  server.on('clientError', answerUnreadable(handle))
  server.on('connect', answerConnect(handle))
}

async function tlsOptions(flags: FlagValues) {
  const authorities = [text(flags, 'client-ca-file'), text(flags, 'requestheader-client-ca-file')]
  const named = authorities.filter((file) => file !== undefined).map((file) => readFileSync(file, 'utf8'))
  return {
    ...(await servingCertificate(flags, Date.now())),
    // The handshake names these authorities to the client, so that it can choose a certificate.
    ...(named.length > 0 && { ca: named }),
    ...tlsVersions(flags),
    // Authentication verifies the certificate; the handshake only requests it.
    requestCert: true,
    rejectUnauthorized: false,
  } as const
}

interface Port {
  readonly scheme: 'http' | 'https'
  readonly address: string
  readonly port: number
}

async function open(server: http.Server | https.Server, { scheme, address, port }: Port): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new FlagError(`port ${port} is taken; choose another or 0 for a free one`)
          : error,
      ),
    )
    server.listen(port, address, resolve)
  })
  return {
    url: `${scheme}://${address.includes(':') ? `[${address}]` : address}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
    cut: () => server.closeAllConnections(),
  }
}
