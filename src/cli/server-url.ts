import { numberOfText } from '../../worker/api/numbers.ts'
import { BareFailure, Failure } from './failure.ts'

/** Characters that the name of a host may not contain. */
const FOREIGN = /[ `{}|\\^]/

/** A scheme, two slashes and the start of a host. */
const COMPLETE = /^[a-z][a-z\d+.-]*:\/\/[^/?#]/i

/**
 * The address of the server as Go's client reads it. `localhost:1`, `:1` and an address that Go cannot read get a scheme. The
 * query and the fragment are dropped.
 * @throws Failure, BareFailure
 */
export function serverUrl(given: string): string {
  const isComplete = COMPLETE.test(given) && urlFault(given) === undefined
  const url = isComplete ? given : `http://${given}`
  const fault = urlFault(url)
  if (fault !== undefined) throw unusable(fault)
  const [, scheme = '', authority = '', path = ''] = /^([^:]*):\/\/([^/?#]*)([^?#]*)/.exec(url) ?? []
  if (!isComplete && path !== '' && path !== '/')
    throw new Failure(`host must be a URL or a host:port pair: ${JSON.stringify(given)}`)
  const host = authority.replace(/(.):$/, '$1').replace(BEYOND_ASCII, encodeURIComponent)
  const clean = path.replace(/\/+/g, '/').replace(/\/$/, '').replace(UNESCAPED, encodeURIComponent)
  return `${scheme.toLowerCase()}://${host}${clean}`
}

const BEYOND_ASCII = /[^\0-\x7f]+/g

/** Characters that Go escapes in a path. */
const UNESCAPED = /[^\w\-.~$&+,/:;=@%!'()*[\]]+/g

/** Why Go's `url.Parse` refuses an address; undefined when Go accepts the address. */
export function urlFault(url: string): string | undefined {
  const [, authority = '', rest = ''] = /^[^:]*:\/\/(?:[^/?#]*@)?([^/?#]*)([^?]*)/.exec(url) ?? []
  if (/\p{Cc}/u.test(url)) return 'net/url: invalid control character in URL'
  const escape = /%(?![\da-f]{2}).{0,2}/is.exec(authority + rest)?.[0]
  if (escape !== undefined) return `invalid URL escape ${JSON.stringify(escape)}`
  // An escape in a host can only represent a byte beyond ASCII, or `%` itself.
  const ascii = /%(?!25)[0-7][\da-f]/i.exec(authority)?.[0]
  if (ascii !== undefined) return `invalid URL escape ${JSON.stringify(ascii)}`
  const foreign = FOREIGN.exec(authority)?.[0]
  if (foreign !== undefined) return `invalid character ${JSON.stringify(foreign)} in host name`
  return portFault(authority)
}

function portFault(authority: string): string | undefined {
  const end = authority.lastIndexOf(']')
  if (authority.startsWith('[') && end < 0) return "missing ']' in host"
  const last = authority.lastIndexOf(':')
  const after = authority.startsWith('[')
    ? authority.slice(end + 1)
    : authority.slice(last < 0 ? authority.length : last)
  return /^(?::\d*)?$/.test(after) ? undefined : `invalid port ${JSON.stringify(after)} after host`
}

const unusable = (why: string): Failure => new BareFailure(`Unable to connect to the server: ${why}`)

/** Why no request can be sent to an address; undefined when one can. */
export function unfitUrl(url: string): string | undefined {
  const [, scheme = '', authority = ''] = /^([^:]*):\/\/([^/?#]*)/.exec(url) ?? []
  if (!/^https?$/i.test(scheme)) return `unsupported protocol scheme ${JSON.stringify(scheme)}`
  if (authority === '') return 'http: no Host in request URL'
  const port = /:(\d+)$/.exec(authority)?.[1]
  if (port !== undefined && numberOfText(port) > 0xffff) return `dial tcp: address ${port}: invalid port`
  if (/^(?:\[\])?:\d*$/.test(authority)) return `dial tcp ${authority.replace('[]', '')}: connect: connection refused`
  const host = authority.replace(/^.*@/, '').replace(/:\d*$/, '')
  const isAddress = host.startsWith('[') || IPV4.test(host)
  if (URL.canParse(url) && (isAddress || /%[89a-f]/i.test(host) || isDomainName(host))) return undefined
  return `dial tcp: lookup ${host.replace(/[[\]]/g, '').replaceAll('%25', '%')}: no such host`
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const LABEL = /^\w(?:[\w-]{0,61}\w)?$/

/** Whether Go sends a name to a name server. It is not a number, and a dot may end it. */
function isDomainName(name: string): boolean {
  if (name === '.') return true
  const plain = name.replace(/\.$/, '')
  return plain.length <= 253 && /[A-Za-z_-]/.test(plain) && plain.split('.').every((label) => LABEL.test(label))
}

/** The name of a request in faults, without the password: `Get "http://user:***@host/api"`. */
export const requestName = (method: string, url: string): string =>
  `${method.charAt(0)}${method.slice(1).toLowerCase()} ${JSON.stringify(url.replace(/(:\/\/[^/?#@:]*):[^/?#@]*@/, '$1:***@'))}`
