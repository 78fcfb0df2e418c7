import { boundedNumber } from '../worker/api/numbers.ts'
import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'
import zlib from 'node:zlib'
import { isIP } from 'node:net'
import { UnreadableAnswer, type WebhookAnswer, type WebhookCall } from '../worker/webhooks/backend.ts'

/** Bytes of an answer, also after decompression: more than a review of the largest object needs. */
const LARGEST_ANSWER = 16 * 1024 * 1024
const TOO_LARGE = `the answer has more than ${LARGEST_ANSWER} bytes`

/** Calls a backend over HTTPS or HTTP. Errors have the same texts as in the real server. */
export function callWebhook(call: WebhookCall): Promise<WebhookAnswer> {
  const { url, method, body, signal, dial } = call
  const target = new URL(url)
  const isSecure = target.protocol === 'https:'
  const host = dial?.host ?? target.hostname.replace(/^\[|\]$/g, '')
  const port = dial?.port ?? boundedNumber(target.port || (isSecure ? 443 : 80))
  if (dial?.isVirtual) return Promise.reject(new Error(`dial tcp ${host}:${port}: connect: no route to host`))
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void =>
      reject(error instanceof UnreadableAnswer ? error : new Error(refusal(error, host, port)))
    const request = (isSecure ? https : http).request(
      {
        method,
        host,
        port,
        path: `${target.pathname}${target.search}`,
        signal,
        headers: {
          Host: target.host,
          Accept: 'application/json, */*',
          'Accept-Encoding': 'gzip',
          'User-Agent': call.userAgent,
          ...(call.authorization !== undefined && { Authorization: call.authorization }),
          ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        },
        ...(isSecure && secureOptions(call, target.hostname)),
      },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > LARGEST_ANSWER) response.destroy(new UnreadableAnswer(TOO_LARGE))
          else chunks.push(chunk)
        })
        response.on('error', refuse)
        response.on('end', () => {
          try {
            resolve(answerOf(response, Buffer.concat(chunks)))
          } catch (error) {
            refuse(error as Error)
          }
        })
      },
    )
    request.on('error', refuse)
    request.end(body)
  })
}

function secureOptions(call: WebhookCall, hostname: string): https.RequestOptions {
  const { caBundle, insecure = false, serverName, certificate } = call
  const name = serverName ?? hostname.replace(/^\[|\]$/g, '')
  return {
    // One connection pool for each set of authorities and credentials: a TLS session must not be reused with another set.
    agent: agentOf(JSON.stringify([caBundle, insecure, serverName, certificate?.certificate])),
    // As in Go, each certificate of the bundle is trusted, also a certificate that another authority has signed.
    ...(caBundle !== '' && { ca: caBundle, allowPartialTrustChain: true }),
    rejectUnauthorized: !insecure,
    ...(certificate && { cert: certificate.certificate, key: certificate.key }),
    servername: isIP(name) === 0 ? name : '',
    checkServerIdentity: (_, certificate) => {
      const error = tls.checkServerIdentity(name, certificate)
      return error && Object.assign(error, { message: nameMismatchText(name, certificate.subjectaltname ?? '') })
    },
  }
}

const agents = new Map<string, https.Agent>()
const MAX_AGENTS = 64

function agentOf(trust: string): https.Agent {
  let agent = agents.get(trust)
  if (agent === undefined) {
    if (agents.size >= MAX_AGENTS) agents.clear()
    agent = new https.Agent({ keepAlive: true, timeout: 30_000 })
    agents.set(trust, agent)
  }
  return agent
}

function answerOf(response: http.IncomingMessage, raw: Buffer): WebhookAnswer {
  const header = (name: string): string | undefined => {
    const value = response.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  return { status: response.statusCode ?? 0, header, body: header('content-encoding') === 'gzip' ? unzipped(raw) : raw }
}

function unzipped(raw: Buffer): Buffer {
  try {
    return zlib.gunzipSync(raw, { maxOutputLength: LARGEST_ANSWER })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new UnreadableAnswer(TOO_LARGE)
    throw new UnreadableAnswer(raw.length === 0 ? 'EOF' : 'gzip: invalid header')
  }
}

const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
])

const DIAL_ERRORS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['EHOSTUNREACH', 'no route to host'],
  ['ENETUNREACH', 'network is unreachable'],
  ['ETIMEDOUT', 'i/o timeout'],
])

/** Node's error in Go's words. */
function refusal(error: NodeJS.ErrnoException, host: string, port: number): string {
  const { code = '', message } = error
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  const unverified = 'tls: failed to verify certificate: x509:'
  if (UNKNOWN_AUTHORITY.has(code)) return `${unverified} certificate signed by unknown authority`
  if (code === 'CERT_HAS_EXPIRED') return `${unverified} certificate has expired or is not yet valid`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `${unverified} ${message}`
  const dialing = DIAL_ERRORS.get(code)
  if (dialing !== undefined) return `dial tcp ${address}: connect: ${dialing}`
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${host}: no such host`
  // The backend closed the connection before it answered.
  if (code === 'ECONNRESET') return 'EOF'
  if (code === 'EPROTO' && message.includes('wrong version number')) {
    return 'http: server gave HTTP response to HTTPS client'
  }
  return message
}

/** The error of a certificate for other names. */
function nameMismatchText(name: string, altNames: string): string {
  const of = (kind: string): string[] =>
    altNames
      .split(', ')
      .filter((entry) => entry.startsWith(kind))
      .map((entry) => entry.slice(kind.length))
  const isAddress = isIP(name) !== 0
  const names = isAddress ? of('IP Address:') : of('DNS:')
  if (names.length > 0) return `certificate is valid for ${names.join(', ')}, not ${name}`
  return isAddress
    ? `cannot validate certificate for ${name} because it doesn't contain any IP SANs`
    : `certificate is not valid for any names, but wanted to match ${name}`
}
