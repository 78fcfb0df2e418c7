import { BareFailure, Failure } from './failure.ts'

/** Characters that the name of a host may not contain. */
const FOREIGN = /[ "<>`{}|\\^]/

/**
 * The address of the server as Go's client reads it: `localhost:1` and `:1` have no scheme and get one.
 * @throws Failure, BareFailure
 */
export function serverUrl(given: string): string {
  const isComplete = /^[a-z][a-z\d+.-]*:\/\/[^/?#]/i.test(given)
  const url = isComplete ? given : `http://${given}`
  const [, authority = '', path = ''] = /^[^:]*:\/\/([^/?#]*)([^?#]*)/.exec(url) ?? []
  const foreign = FOREIGN.exec(authority)?.[0]
  if (foreign !== undefined) throw unusable(`invalid character ${JSON.stringify(foreign)} in host name`)
  const port = /:([^\]:]*)$/.exec(authority)?.[1] ?? ''
  if (!isComplete && path !== '' && path !== '/')
    throw new Failure(`host must be a URL or a host:port pair: ${JSON.stringify(given)}`)
  if (/\D/.test(port)) throw unusable(`invalid port ${JSON.stringify(`:${port}`)} after host`)
  return url.replace(/\/$/, '')
}

/** Why Go's `url.Parse` refuses an address; undefined when Go accepts the address. */
export function urlFault(url: string): string | undefined {
  const [, authority = '', rest = ''] = /^[^:]*:\/\/([^/?#]*)([^?]*)/.exec(url) ?? []
  if (/\p{Cc}/u.test(url)) return 'net/url: invalid control character in URL'
  const escape = /%(?![\da-f]{2}).{0,2}/is.exec(authority + rest)?.[0]
  if (escape !== undefined) return `invalid URL escape ${JSON.stringify(escape)}`
  const foreign = FOREIGN.exec(authority)?.[0]
  if (foreign !== undefined) return `invalid character ${JSON.stringify(foreign)} in host name`
  const port = /:([^\]:]*)$/.exec(authority)?.[1] ?? ''
  return /\D/.test(port) ? `invalid port ${JSON.stringify(`:${port}`)} after host` : undefined
}

const unusable = (why: string): Failure => new BareFailure(`Unable to connect to the server: ${why}`)

/** Why no request can be sent to an address; undefined when one can. */
export function unfitUrl(url: string): string | undefined {
  const [, scheme = '', authority = ''] = /^([^:]*):\/\/([^/?#]*)/.exec(url) ?? []
  if (!/^https?$/i.test(scheme)) return `unsupported protocol scheme ${JSON.stringify(scheme)}`
  if (authority === '') return 'http: no Host in request URL'
  return /^:\d*$/.test(authority) ? `dial tcp ${authority}: connect: connection refused` : undefined
}

/** The name of a request in faults, without the password: `Get "http://user:***@host/api"`. */
export const requestName = (method: string, url: string): string =>
  `${method.charAt(0)}${method.slice(1).toLowerCase()} ${JSON.stringify(url.replace(/(:\/\/[^/?#@:]*):[^/?#@]*@/, '$1:***@'))}`
