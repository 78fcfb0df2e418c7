import { quote } from './go-format.ts'
import { AddressError, parseAddress } from './ip-parsing.ts'

/** A URL as Go's `net/url` reads it. */
export interface GoUrl {
  /** In lower case; empty for a relative URL. */
  readonly scheme: string
  /** The user information before the host; undefined without `@`. */
  readonly user: string | undefined
  /** The decoded host with its port. */
  readonly host: string
  /** The path with its escapes; empty for a URL without slashes, such as `mailto:a`. */
  readonly path: string
  readonly query: string
  readonly fragment: string
}

/** A malformed URL. The message is Go's, without the quoted URL. */
export class UrlFault extends Error {
  override readonly name = 'UrlFault'
}

/** The parts of a URL, or Go's error. */
export function readUrl(text: string): GoUrl | string {
  try {
    return parseUrl(text)
  } catch (error) {
    if (!(error instanceof UrlFault)) throw error
    const [plain, fragment] = cut(text, '#')
    // Go quotes the fragment only when the fault is in it.
    const isInFragment = fragment !== '' && typeof readUrl(plain) === 'object'
    return `parse ${quote(isInFragment ? text : plain)}: ${error.message}`
  }
}

/** Reads a URL as `url.Parse` does. @throws UrlFault */
export function parseUrl(text: string): GoUrl {
  const [plain, fragment] = cut(text, '#')
  const url = parsed(plain, false)
  checkEscapes(fragment)
  return { ...url, fragment }
}

/** Refuses what `url.ParseRequestURI` refuses: a relative URL without a slash at its start, among others. @throws UrlFault */
export function checkRequestUri(text: string): void {
  parsed(text, true)
}

/** Whether `url.ParseRequestURI` accepts a text: an absolute URI, a path from the root, or `*`. */
export function isRequestUri(text: string): boolean {
  try {
    checkRequestUri(text)
    return true
  } catch (error) {
    if (error instanceof UrlFault) return false
    throw error
  }
}

function cut(text: string, at: string): [before: string, after: string] {
  const index = text.indexOf(at)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

// eslint-disable-next-line no-control-regex -- what Go refuses
const CONTROL = /[\0-\x1f\x7f]/

function parsed(text: string, isRequest: boolean): GoUrl {
  if (CONTROL.test(text)) throw new UrlFault('net/url: invalid control character in URL')
  if (text === '' && isRequest) throw new UrlFault('empty url')
  const none = { scheme: '', user: undefined, host: '', path: '', query: '', fragment: '' }
  if (text === '*') return { ...none, path: '*' }
  if (text.startsWith(':')) throw new UrlFault('missing protocol scheme')
  const [whole = '', name = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text) ?? []
  const scheme = name.toLowerCase()
  const [rest, query] = cut(text.slice(whole.length), '?')
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...none, scheme, query }
    if (isRequest) throw new UrlFault('invalid URI for request')
    if (/^[^/]*:/.test(rest)) throw new UrlFault('first path segment in URL cannot contain colon')
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || (!isRequest && !rest.startsWith('///')))
  const [, authority = '', path = ''] = hasAuthority ? (/^\/\/([^/]*)(.*)$/s.exec(rest) ?? []) : [rest, '', rest]
  const place = authorityOf(authority)
  checkEscapes(path)
  return { ...none, ...place, scheme, path, query }
}

function authorityOf(authority: string): Pick<GoUrl, 'user' | 'host'> {
  const at = authority.lastIndexOf('@')
  const host = hostOf(authority.slice(at + 1))
  if (at < 0) return { user: undefined, host }
  const user = authority.slice(0, at)
  if (!/^[\w.:~!$&'()*+,;=%@-]*$/.test(user)) throw new UrlFault('net/url: invalid userinfo')
  checkEscapes(user)
  return { user, host }
}

function hostOf(host: string): string {
  const open = host.lastIndexOf('[')
  if (open > 0) throw new UrlFault('invalid IP-literal')
  const end = host.lastIndexOf(']')
  if (open === 0 && end < 0) throw new UrlFault("missing ']' in host")
  const colon = open === 0 ? end + 1 : host.lastIndexOf(':')
  const port = colon < 0 ? '' : host.slice(colon)
  if (!/^(?::\d*)?$/.test(port)) throw new UrlFault(`invalid port ${quote(port)} after host`)
  return open === 0 ? `[${literalOf(host.slice(1, end))}]${port}` : decodedHost(host)
}

/** The IPv6 address between brackets. A zone may have escapes of most characters. */
function literalOf(text: string): string {
  const zone = text.indexOf('%25')
  const address = zone < 0 ? decodedHost(text) : decodedHost(text.slice(0, zone)) + decodedHost(text.slice(zone), true)
  try {
    if (parseAddress(address).bits === 128) return address
  } catch (error) {
    throw error instanceof AddressError ? new UrlFault(`invalid host: ${error.message}`) : error
  }
  throw new UrlFault('invalid IP-literal')
}

/** The characters of a host that need no escape. */
const PLAIN = /[\w.~!$&'()*+,;=:[\]<>"-]|[^\0-\x7f]/u
const PART_OF_HOST = /%[0-9A-Fa-f]{2}|%.{0,2}|[^%]/gsu

function decodedHost(host: string, isZone = false): string {
  for (const [part] of host.matchAll(PART_OF_HOST)) {
    if (part.startsWith('%')) {
      if (!mayEscape(part, isZone)) throw new UrlFault(`invalid URL escape ${quote(part)}`)
    } else if (!PLAIN.test(part)) throw new UrlFault(`invalid character ${quote(part)} in host name`)
  }
  return decoded(host)
}

/** A host may escape percent signs and bytes beyond ASCII; a zone may also escape spaces and plain characters. */
function mayEscape(escape: string, isZone: boolean): boolean {
  if (!/^%[0-9A-Fa-f]{2}$/.test(escape)) return false
  const byte = Number.parseInt(escape.slice(1), 16)
  const isAllowed = isZone ? byte === 0x20 || (byte < 0x80 && PLAIN.test(String.fromCharCode(byte))) : byte >= 0x80
  return escape === '%25' || isAllowed
}

function checkEscapes(text: string): void {
  const escape = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(text)?.[0]
  if (escape !== undefined) throw new UrlFault(`invalid URL escape ${quote(escape)}`)
}

const utf8 = new TextDecoder()

/** The text with decoded escapes, whose bytes are UTF-8. */
const decoded = (text: string): string => (text.includes('%') ? utf8.decode(bytesOf(text)) : text)

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (const [part] of text.matchAll(/%..|[^%]+/gsu)) {
    if (part.startsWith('%')) bytes.push(Number.parseInt(part.slice(1), 16))
    else for (const byte of new TextEncoder().encode(part)) bytes.push(byte)
  }
  return new Uint8Array(bytes)
}

/** The path as `EscapedPath` returns it: unchanged when it has no character that needs an escape, else with new escapes. */
export function escapedPath({ path }: GoUrl): string {
  if (/^[\w.~!$&'()*+,;=:@[\]%/-]*$/.test(path)) return path
  return [...bytesOf(path)].map(escapedByte).join('')
}

function escapedByte(byte: number): string {
  const character = String.fromCharCode(byte)
  if (/[A-Za-z0-9._~$&+,/:;=@-]/.test(character)) return character
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
