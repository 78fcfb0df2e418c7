import { boundedNumber } from '../../api/numbers.ts'
import { quote } from '../../api/go-format.ts'
import { dnsSubdomain } from '../../api/names.ts'
import type { JsonObject } from '../../api/json.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, check, checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { checkServicePort } from './service-port.ts'

// The address of a webhook: a URL, or a service of the cluster.

const FORM = '; desired format: https://host[/path]'
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2}).{0,2}/

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
const BAD_IN_HOST = /[^A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}]/u
const BAD_HOST_ESCAPE = /%(?![89A-Fa-f][0-9A-Fa-f]|25).{0,2}/

/** The fault of a URL without its fragment, in Go's words. */
export function parseFault(url: string): string | undefined {
  // eslint-disable-next-line no-control-regex -- what Go refuses
  if (/[\u0000-\u001f\u007f]/.test(url)) return 'net/url: invalid control character in URL'
  if (url.startsWith(':')) return 'missing protocol scheme'
  const rest = url.replace(SCHEME, '')
  if (rest === url && /^[^/?]*:/.test(url)) return 'first path segment in URL cannot contain colon'
  const [, authority] = /^\/\/(?:[^/?]*@)?([^/?]*)/.exec(rest) ?? []
  const escape = BAD_ESCAPE.exec(url)?.[0]
  return (
    (authority === undefined ? undefined : hostFault(authority)) ??
    (escape === undefined ? undefined : `invalid URL escape ${quote(escape)}`)
  )
}

function hostFault(host: string): string | undefined {
  const end = host.lastIndexOf(']')
  if (host.startsWith('[') && end < 0) return "missing ']' in host"
  const colon = host.startsWith('[') ? end + 1 : host.lastIndexOf(':')
  const port = colon < 0 ? '' : host.slice(colon)
  if (port !== '' && !/^:\d*$/.test(port)) return `invalid port ${quote(port)} after host`
  const escape = BAD_HOST_ESCAPE.exec(host)?.[0]
  if (escape !== undefined) return `invalid URL escape ${quote(escape)}`
  const character = BAD_IN_HOST.exec(host)?.[0]
  return character === undefined ? undefined : `invalid character ${quote(character)} in host name`
}

interface Parts {
  readonly scheme: string
  readonly user: string | undefined
  readonly host: string
  readonly query: string
  readonly fragment: string
}

const URL_PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:([^/?#@]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s

/** The parts of a URL; texts that the URL lacks are empty. */
export function partsOf(url: string): Parts {
  const [, scheme = '', user, host = '', query = '', fragment = ''] = URL_PARTS.exec(url) ?? []
  return { scheme: scheme.toLowerCase(), user, host, query, fragment }
}

const webhookUrl: Rule = check((value, place) => {
  const url = String(value)
  const [plain = ''] = url.split('#', 1)
  const fault = parseFault(plain)
  if (fault !== undefined) return place.required(`url must be a valid URL: parse ${quote(plain)}: ${fault}${FORM}`)
  const { scheme, user, host, query, fragment } = partsOf(url)
  if (scheme !== 'https') place.invalid(scheme, `'https' is the only allowed URL scheme${FORM}`)
  if (host === '') place.invalid(host, `host must be specified${FORM}`)
  if (user !== undefined) place.invalid(user, 'user information is not permitted in the URL')
  if (fragment !== '') place.invalid(fragment, 'fragments are not permitted in the URL')
  if (query !== '') place.invalid(query, 'query parameters are not permitted in the URL')
})

const servicePath: Rule = check((value, place) => {
  const path = String(value)
  if (path === '' || path === '/') return
  if (path === '//') return place.invalid(path, 'segment[0] may not be empty')
  if (!path.startsWith('/')) place.invalid(path, "must start with a '/'")
  const segments = path.slice(1).replace(/\/$/, '').split('/')
  segments.forEach((segment, index) => {
    if (segment === '') place.invalid(path, `segment[${index}] may not be empty`)
    else for (const fault of dnsSubdomain(segment)) place.invalid(path, `segment[${index}]: ${fault}`)
  })
})

const webhookService: Rule = all(
  checkObject((service, place) => {
    // The real server exchanges the two fields in these errors.
    if (textAt(service, 'namespace') === '') place.required('service name is required', 'name')
    if (textAt(service, 'name') === '') place.required('service namespace is required', 'namespace')
    checkServicePort(boundedNumber(service['port'] ?? 0), place)
  }),
  at('path', servicePath),
)

const isGiven = (config: JsonObject, field: string): boolean => config[field] !== undefined && config[field] !== null

/** The rules of a client configuration, which has either `url` or `service`. */
export const webhookPlace: readonly Rule[] = [
  checkObject((config, place) => {
    if (isGiven(config, 'url') !== isGiven(config, 'service')) return true
    place.required('exactly one of url or service is required')
    return false
  }),
  at('url', webhookUrl),
  at('service', webhookService),
]

/** `clientConfig`, the address of the webhook. */
export const webhookClient: Rule = at('clientConfig', ...webhookPlace)
