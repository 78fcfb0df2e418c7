import { boundedNumber } from '../../api/numbers.ts'
import { readUrl } from '../../api/go-url.ts'
import { dnsSubdomain } from '../../api/names.ts'
import type { JsonObject } from '../../api/json.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, check, checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { checkServicePort } from './service-port.ts'

// The address of a webhook: a URL, or a service of the cluster.

const FORM = '; desired format: https://host[/path]'

const webhookUrl: Rule = check((value, place) => {
  const url = String(value)
  const read = readUrl(url)
  if (typeof read === 'string') return place.required(`url must be a valid URL: ${read}${FORM}`)
  const { scheme, user, host, query, fragment } = read
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
