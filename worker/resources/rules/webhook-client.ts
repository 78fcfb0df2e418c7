import { dnsSubdomain } from '../../api/names.ts'
import type { JsonObject } from '../../api/json.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, check, checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'

/** Where a webhook is asked: a URL, or a service of the cluster. */

const FORM = '; desired format: https://host[/path]'
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2}).{0,2}/

/** Why Go cannot parse a URL, in its words. */
function parseFault(url: string): string | undefined {
  if (url.startsWith(':')) return 'missing protocol scheme'
  const [escape] = BAD_ESCAPE.exec(url) ?? []
  return escape === undefined ? undefined : `invalid URL escape "${escape}"`
}

interface Parts {
  readonly scheme: string
  readonly user: string | undefined
  readonly host: string
  readonly query: string
  readonly fragment: string
}

const URL_PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:([^/?#@]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s

function partsOf(url: string): Parts {
  const [, scheme = '', user, host = '', query = '', fragment = ''] = URL_PARTS.exec(url) ?? []
  return { scheme: scheme.toLowerCase(), user, host, query, fragment }
}

const webhookUrl: Rule = check((value, place) => {
  const url = String(value)
  const fault = parseFault(url)
  if (fault !== undefined)
    return place.required(`url must be a valid URL: parse ${JSON.stringify(url)}: ${fault}${FORM}`)
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

/** The port of a service that is called. */
export function calledPort(port: number, place: Place): void {
  if (port < 1 || port > 65535) {
    place.invalid(port, 'port is not valid: must be between 1 and 65535, inclusive', 'port')
  }
}

const webhookService: Rule = all(
  checkObject((service, place) => {
    // The real server takes the one for the other.
    if (textAt(service, 'namespace') === '') place.required('service name is required', 'name')
    if (textAt(service, 'name') === '') place.required('service namespace is required', 'namespace')
    calledPort(Number(service['port'] ?? 0), place)
  }),
  at('path', servicePath),
)

const isGiven = (config: JsonObject, field: string): boolean => config[field] !== undefined && config[field] !== null

/** `clientConfig` with one of `url` and `service`. */
export const webhookClient: Rule = at(
  'clientConfig',
  checkObject((config, place) => {
    if (isGiven(config, 'url') !== isGiven(config, 'service')) return true
    place.required('exactly one of url or service is required')
    return false
  }),
  at('url', webhookUrl),
  at('service', webhookService),
)
