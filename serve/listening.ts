import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Handle } from '../worker/api/exchange.ts'
import { listener } from './adapter.ts'
import type { FlagValues } from './flags.ts'
import { FlagError, integer, text } from './flags.ts'
import { answerConnect, answerUnreadable } from './unknown-methods.ts'

/** A port that is served. */
export interface Listening {
  readonly url: string
  /** Takes no new connections; resolves once the last one has ended, each after the answer it is in. */
  close(): Promise<void>
  /** Cuts what still is connected. */
  cut(): void
}

const HOST = '127.0.0.1'

/** Limits of the real server: long headers carry tokens, and idle connections are the client's to reuse. */
const LIMITS = { maxHeaderSize: 1024 * 1024, keepAliveTimeout: 90_000 } as const

/**
 * The ports that the flags ask for: HTTPS where `--secure-port` is given, HTTP where `--port` is or nothing else.
 * @throws FlagError; Error where a port cannot be had
 */
export async function listen(flags: FlagValues, handle: Handle): Promise<Listening[]> {
  const secure = flags.has('secure-port')
  const servers: Promise<Listening>[] = []
  if (secure) {
    const server = https.createServer({ ...LIMITS, ...readTls(flags) }, listener(handle))
    answerOdd(server, handle)
    servers.push(open('https', server, integer(flags, 'secure-port') ?? 0))
  }
  if (!secure || flags.has('port')) {
    const server = http.createServer(LIMITS, listener(handle))
    answerOdd(server, handle)
    servers.push(open('http', server, integer(flags, 'port') ?? 8080))
  }
  return Promise.all(servers)
}

function answerOdd(server: http.Server | https.Server, handle: Handle): void {
  server.on('clientError', answerUnreadable(handle))
  server.on('connect', answerConnect(handle))
}

function readTls(flags: FlagValues) {
  const certificate = text(flags, 'tls-cert-file')
  const key = text(flags, 'tls-private-key-file')
  if (certificate === undefined || key === undefined)
    throw new FlagError('--secure-port needs --tls-cert-file and --tls-private-key-file')
  return {
    cert: readFileSync(certificate),
    key: readFileSync(key),
    minVersion: 'TLSv1.2',
    // Whether a client's certificate is good is for authentication to say; here it is asked for and passed on.
    requestCert: true,
    rejectUnauthorized: false,
  } as const
}

async function open(scheme: string, server: http.Server | https.Server, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new FlagError(`port ${port} is taken; choose another or 0 for a free one`)
          : error,
      ),
    )
    server.listen(port, HOST, resolve)
  })
  return {
    url: `${scheme}://${HOST}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
    cut: () => server.closeAllConnections(),
  }
}
