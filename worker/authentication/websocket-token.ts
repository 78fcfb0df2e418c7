import { fromBase64Url } from '../runtime/bytes.ts'
import type { ApiRequest } from '../api/exchange.ts'
import type { Authenticator, TokenMethod } from './authenticator.ts'
import { BadCredential } from './authenticator.ts'
import { authenticateToken } from './bearer-token.ts'

/**
 * Accepts a bearer token among the subprotocols of a WebSocket handshake. Browsers send it there, because they cannot set the
 * `Authorization` header of a handshake: `Sec-WebSocket-Protocol: base64url.bearer.authorization.{domain}.TOKEN, other`. The
 * client must offer at least one other subprotocol, because the server must not answer with the token.
 * @param prefix the part of the subprotocol before the token: `base64url.bearer.authorization.k8s.io.`
 */
export function webSocketToken(prefix: string, methods: readonly TokenMethod[]): Authenticator {
  return {
    name: 'websocket-token',
    authenticate(request, context) {
      if (!isHandshake(request)) return undefined
      const offered = (request.headers.get('sec-websocket-protocol') ?? '').split(',').map((item) => item.trim())
      const tokens = offered.filter((item) => item.startsWith(prefix))
      const [encoded] = tokens
      if (encoded === undefined) return undefined
      if (tokens.length > 1) throw new BadCredential('multiple base64.bearer.authorization tokens specified')
      const token = decoded(encoded.slice(prefix.length))
      if (token === '') return undefined
      if (offered.length === 1) throw new BadCredential('missing additional subprotocol')
      return authenticateToken(methods, token, context)
    },
  }
}

const isHandshake = ({ headers }: ApiRequest): boolean =>
  (headers.get('connection') ?? '').toLowerCase().includes('upgrade') &&
  (headers.get('upgrade') ?? '').toLowerCase() === 'websocket'

function decoded(encoded: string): string {
  const bytes = fromBase64Url(encoded)
  if (bytes === undefined) throw new BadCredential('invalid base64.bearer.authorization token encoding')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadCredential('invalid base64.bearer.authorization token')
  }
}
