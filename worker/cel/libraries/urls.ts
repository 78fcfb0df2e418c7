import { quote } from '../../api/go-format.ts'
import type { Library } from '../declarations.ts'
import { global, member } from '../declarations.ts'
import { EvaluationError } from '../evaluation-error.ts'
import type { Value } from '../values.ts'
import { DictOf } from '../dict-of.ts'
import { GoStrings, Opaque } from '../values.ts'

const TYPE = 'kubernetes.URL'

interface UrlParts {
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string
}

class Url extends Opaque {
  readonly typeName = TYPE
  readonly goType = 'cel.URL'
  readonly source: string
  readonly parts: UrlParts
  constructor(source: string, parts: UrlParts) {
    super()
    this.source = source
    this.parts = parts
  }
  equals(other: Value): boolean | undefined {
    return other instanceof Url ? this.source === other.source : undefined
  }
}

/** Thrown when a text is not a URL. The error has the message of Go's `url.ParseRequestURI`. */
class UrlFault extends Error {
  override readonly name = 'UrlFault'
}

function parse(source: string): Url {
  if (/\p{Cc}/u.test(source.replace(/[\u0080-\u009f]/g, '')))
    throw new UrlFault('net/url: invalid control character in URL')
  if (source === '') throw new UrlFault('empty url')
  const { scheme, rest: whole } = splitScheme(source)
  const rest = whole.replace(/#[^]*$/, '')
  const question = rest.indexOf('?')
  const [place, query] = question < 0 ? [rest, ''] : [rest.slice(0, question), rest.slice(question + 1)]
  if (!place.startsWith('/')) {
    if (scheme === '') throw new UrlFault('invalid URI for request')
    return new Url(source, { scheme, host: '', path: '', query })
  }
  if (!place.startsWith('//') || (scheme === '' && place.startsWith('///'))) {
    return new Url(source, { scheme, host: '', path: checkedEscapes(place), query })
  }
  const slash = place.indexOf('/', 2)
  const authority = slash < 0 ? place.slice(2) : place.slice(2, slash)
  const host = hostOf(authority)
  return new Url(source, { scheme, host, path: checkedEscapes(slash < 0 ? '' : place.slice(slash)), query })
}

function splitScheme(source: string): { scheme: string; rest: string } {
  const [, scheme = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(source) ?? []
  if (scheme !== '') return { scheme: scheme.toLowerCase(), rest: source.slice(scheme.length + 1) }
  if (source.startsWith(':')) throw new UrlFault('missing protocol scheme')
  if (/^[^A-Za-z/?#][^/?#]*:/.test(source) && /^[0-9+.-]/.test(source)) {
    throw new UrlFault('first path segment in URL cannot contain colon')
  }
  return { scheme: '', rest: source }
}

const OF_HOSTS = /[^A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}]/u

function hostOf(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const [, zone] = /^\[(.*)$/.exec(host) ?? []
  const end = host.lastIndexOf(']')
  if (zone !== undefined && end < 0) throw new UrlFault("missing ']' in host")
  const colon = zone === undefined ? host.lastIndexOf(':') : end + 1
  const port = colon < 0 ? '' : host.slice(colon)
  if (port !== '' && !/^:\d*$/.test(port)) throw new UrlFault(`invalid port ${quote(port)} after host`)
  const wrong = OF_HOSTS.exec(host)?.[0]
  if (wrong !== undefined) throw new UrlFault(`invalid character ${quote(wrong)} in host name`)
  const escape = /%(?![89A-Fa-f][0-9A-Fa-f]|25).{0,2}/.exec(host)?.[0]
  if (escape !== undefined) throw new UrlFault(`invalid URL escape ${quote(escape)}`)
  return host
}

function checkedEscapes(path: string): string {
  const escape = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(path)?.[0]
  if (escape !== undefined) throw new UrlFault(`invalid URL escape ${quote(escape)}`)
  return path
}

function url(text: string): Value {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof UrlFault)) throw error
    const why = `parse ${quote(text)}: ${error.message}`
    throw new EvaluationError(`URL parse error during conversion from string: ${why}`, { cause: error })
  }
}

function isUrl(text: string): Value {
  try {
    return parse(text) !== undefined
  } catch (error) {
    if (!(error instanceof UrlFault)) throw error
    return false
  }
}

const PORT = /:(\d*)$/

const withoutPort = (host: string): string => (/^\[[^]*\]$/.test(host) ? host : host.replace(PORT, ''))
const hostname = ({ parts: { host } }: Url): Value => withoutPort(host).replace(/^\[([^]*)\]$/, '$1')
const port = ({ parts: { host } }: Url): Value => (/^\[[^]*\]$/.test(host) ? '' : (PORT.exec(host)?.[1] ?? ''))

const escapedPath = ({ parts: { path } }: Url): Value =>
  path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]/gu, (character) => encodeURIComponent(character))

const unescape = (text: string): string | undefined => {
  const spaced = text.replaceAll('+', ' ')
  if (/%(?![0-9A-Fa-f]{2})/.test(spaced)) return undefined
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Bytes that are not UTF-8 keep their escapes.
    return spaced
  }
}

function queryOf({ parts: { query } }: Url): Value {
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue
    const sign = pair.indexOf('=')
    const key = unescape(sign < 0 ? pair : pair.slice(0, sign))
    const value = unescape(sign < 0 ? '' : pair.slice(sign + 1))
    if (key === undefined || value === undefined) continue
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return new DictOf([...values].map(([key, list]): [string, Value] => [key, new GoStrings(list)]))
}

/** The functions that return the parts of URLs. */
export const urls: Library = {
  url: { overloads: [global('string_to_url', 'string', TYPE, url)] },
  isURL: { overloads: [global('is_url_string', 'string', 'bool', isUrl)] },
  getScheme: { overloads: [member('url_get_scheme', TYPE, 'string', ({ parts: { scheme } }: Url) => scheme)] },
  getHost: { overloads: [member('url_get_host', TYPE, 'string', ({ parts: { host } }: Url) => host)] },
  getHostname: { overloads: [member('url_get_hostname', TYPE, 'string', hostname)] },
  getPort: { overloads: [member('url_get_port', TYPE, 'string', port)] },
  getEscapedPath: { overloads: [member('url_get_escaped_path', TYPE, 'string', escapedPath)] },
  getQuery: { overloads: [member('url_get_query', TYPE, 'map(string, list(string))', queryOf)] },
}
