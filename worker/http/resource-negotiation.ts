import type { ApiRequest } from '../api/exchange.ts'
import { notAcceptable } from '../api/status.ts'
import type { MediaType, Negotiated, Transform } from '../codec/negotiation.ts'
import { negotiate } from '../codec/negotiation.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { ResourceVersion } from '../resources/resource.ts'
import { mediaTypesOf } from './body.ts'
import { resourceOffers } from './form.ts'
import type { RequestInfo } from './request-info.ts'
import type { Target } from '../verbs/verbs.ts'
import type { Action, Route } from './route.ts'
import { checkAccept } from './route-media.ts'

interface Encoding {
  readonly dialect: Dialect
  /** The media types that the server encodes. */
  readonly offered: readonly MediaType[]
}

/** A cached negotiation result of one kind of request to a version. */
interface Negotiation {
  readonly action: Action
  readonly subresource: string
  readonly accept: string
  readonly negotiated: Negotiated
}

const negotiations = new WeakMap<ResourceVersion, Negotiation[]>()

/** The number of cached entries for each version. Beyond this number the oldest entry is dropped. */
const KEPT_NEGOTIATIONS = 50
/** Longer headers are not cached: a client may send a megabyte. */
const KEPT_ACCEPT_LENGTH = 500

/** The form of the answer. It is cached, because clients repeat the same few `Accept` headers. */
export function negotiateResource(server: Encoding, route: Route, info: RequestInfo, request: ApiRequest): Negotiated {
  const { action, target } = route
  const { subresource } = info
  const accept = request.headers.get('accept') ?? ''
  const kept = negotiations.get(target.version) ?? []
  let known = kept.find((one) => one.action === action && one.accept === accept && one.subresource === subresource)
  if (known === undefined) {
    known = { action, subresource, accept, negotiated: negotiateAccept(server, route, request) }
    if (accept.length <= KEPT_ACCEPT_LENGTH)
      negotiations.set(target.version, [...kept.slice(1 - KEPT_NEGOTIATIONS), known])
  }
  const { negotiated } = known
  const pretty = wantsPretty(request, info.query, negotiated.pretty)
  return pretty === negotiated.pretty ? negotiated : { ...negotiated, pretty }
}

/**
 * Checks `Accept` for the route, before its handler runs. Routes of custom resources declare no media types, so only their
 * handler refuses.
 */
export function checkRouteMedia({ offered }: Encoding, route: Route, request: ApiRequest): void {
  const { action, target } = route
  if (target.version.custom !== undefined) return
  const own = mediaTypesOf(target, offered)
  const streams = action === 'list' || action === 'watch' ? streamTypes(own) : []
  checkAccept(request, [...own.map(({ type }) => type), ...streams])
}

/** The media types of answers. Custom objects have no protobuf form, but their metadata has one. */
const encodedTypes = (target: Target, offered: readonly MediaType[]): readonly MediaType[] =>
  target.version.custom === undefined ? mediaTypesOf(target, offered) : offered

function negotiateAccept(server: Encoding, route: Route, request: ApiRequest): Negotiated {
  checkRouteMedia(server, route, request)
  const { dialect, offered } = server
  const { target } = route
  const accept = request.headers.get('accept') ?? ''
  const isCustom = target.version.custom !== undefined
  const known = encodedTypes(target, offered)
  const offers = resourceOffers(dialect, hasTables(target))
  const negotiated = negotiate(
    accept,
    known,
    isCustom
      ? (transform, format) => offers(transform, format) && (format !== 'protobuf' || transform !== undefined)
      : offers,
  )
  if (negotiated === undefined) throw notAcceptable(known.map(({ type }) => type))
  return negotiated
}

/**
 * Checks the form of a log, which is always text. Returns the form of an object that the request wants; a log has none.
 * @throws StatusError 406
 */
export function negotiateLog({ dialect, offered }: Encoding, request: ApiRequest): Transform | undefined {
  const mediaTypes = offered.map(({ type }) => type)
  checkAccept(request, ['text/plain', ...mediaTypes])
  const negotiated = negotiate(request.headers.get('accept') ?? '', offered, resourceOffers(dialect, false))
  if (negotiated === undefined) throw notAcceptable(mediaTypes)
  return negotiated.transform
}

/** Whether a target has Tables. Among subresources, only `/scale` and most kinds' `/status` have them. */
function hasTables({ resource, version, subresource }: Target): boolean {
  if (!version.verbs.some((verb) => verb === 'get' || verb === 'list')) return false
  if (subresource === undefined || subresource.name === 'scale') return true
  return subresource.name === 'status' && resource.traits.statusTable
}

const streamTypes = (types: readonly MediaType[]): string[] =>
  types.filter(({ format }) => format !== 'yaml').map(({ type }) => `${type};stream=watch`)

/**
 * The refusal of YAML, which has no form for streams. It is thrown after the watch has started, so faults in the watch's
 * parameters are reported first.
 */
export const streamRefusal = ({ offered }: Encoding, target: Target, { format }: Negotiated): Error | undefined =>
  format === 'yaml' ? notAcceptable(streamTypes(encodedTypes(target, offered))) : undefined

/**
 * Whether the text is indented, by the parameter `pretty`. Without the parameter, curl, wget and browsers receive indented
 * text, as recorded.
 */
export function wantsPretty(request: ApiRequest, query: URLSearchParams, pretty = false): boolean {
  const parameter = query.size === 0 ? '' : (query.get('pretty') ?? '')
  if (parameter !== '') return pretty || /^(1|t|T|true|TRUE|True)$/.test(parameter)
  return pretty || /^(curl|Wget|Mozilla\/5\.0)/.test(request.headers.get('user-agent') ?? '')
}
