import { isIP } from 'node:net'

/**
 * Whether a request names a host that this server answers for. Another site can make one of its host names resolve to loopback
 * (DNS rebinding). The browser then treats the server as a part of that site. An address cannot be rebound, and neither can
 * `localhost` (RFC 6761, 6.3).
 */
export function isServedHost(host: string | undefined, allowedHosts: readonly string[]): boolean {
  // A request of HTTP/1.0 may have no Host. No browser sends such a request.
  if (host === undefined) return true
  const name = nameOf(host)
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true
  return allowedHosts.some((allowed) => allowed.toLowerCase() === name)
}

/** The host name in lower case, without port, brackets and the final dot. */
const nameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
