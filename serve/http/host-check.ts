import { isIP } from 'node:net'

/**
 * Whether a request names a host that this server answers for. A page of another site reaches a server on loopback under
 * a name of its own (DNS rebinding), and its browser then takes the server for a part of that site. An address cannot be
 * rebound, and neither can `localhost` (RFC 6761, 6.3).
 */
export function isServedHost(host: string | undefined, allowedHosts: readonly string[]): boolean {
  // HTTP/1.0 has no Host, and no browser sends it.
  if (host === undefined) return true
  const name = nameOf(host)
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true
  return allowedHosts.some((allowed) => allowed.toLowerCase() === name)
}

/** Without port, brackets and the final dot. */
const nameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
