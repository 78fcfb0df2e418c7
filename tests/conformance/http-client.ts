import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { recordingPath } from '../recordings/archive.ts'
import type { Answer, Client, HeaderValue, SentRequest, WatchLimit } from './case.ts'
import { StreamEnd } from './stream-end.ts'

export const TIMEOUT_MS = 70_000

const USER_AGENT = 'oracle/1'

/** The headers of a request in the order in which they are sent, the headers of the client first. */
export function requestHeaders({ headers, cert }: SentRequest, token: string): Map<string, string | string[]> {
  const all: Record<string, HeaderValue> = {
    'User-Agent': USER_AGENT,
    Authorization: cert === undefined ? `Bearer ${token}` : null,
    ...headers,
  }
  return new Map(Object.entries(all).filter((entry): entry is [string, string | string[]] => entry[1] !== null))
}

/** A client of a server that listens at an address. Certificates of servers are not verified. */
export function httpClient(base: string, token = 'admin-token'): Client {
  const url = new URL(base)
  const protocol = url.protocol === 'https:' ? https : http
  const agents = new Map<string, http.Agent>()
  const agentFor = (cert = ''): http.Agent => {
    const agent =
      agents.get(cert) ?? new protocol.Agent({ keepAlive: true, rejectUnauthorized: false, ...keyPair(cert) })
    agents.set(cert, agent)
    return agent
  }
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const headers = requestHeaders(request, token)
        if (request.body !== undefined) headers.set('Content-Length', String(Buffer.byteLength(request.body)))
        const sent = protocol.request({
          host: url.hostname,
          port: url.port,
          method: request.method ?? 'GET',
          path: url.pathname.replace(/\/$/, '') + request.path,
          headers: Object.fromEntries(headers),
          agent: agentFor(request.cert),
        })
        sent.on('response', (response) => readAnswer(response, request.watch, resolve))
        sent.on('error', reject)
        sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error('timeout')))
        sent.end(request.body)
      }),
  }
}

function keyPair(name: string): { cert?: Buffer; key?: Buffer } {
  if (name === '') return {}
  const [cert, key] = ['crt', 'key'].map((suffix) => readFileSync(recordingPath(`pki/${name}.${suffix}`)))
  return { cert, key }
}

function readAnswer(
  response: http.IncomingMessage,
  watch: WatchLimit | undefined,
  resolve: (answer: Answer) => void,
): void {
  const chunks: Buffer[] = []
  const done = () => {
    end?.cancel()
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
    resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) })
  }
  const stop = () => {
    done()
    response.destroy()
  }
  const end = watch && new StreamEnd(watch, stop)
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    end?.read(chunk)
  })
  response.on('end', done)
  response.on('error', done)
}
