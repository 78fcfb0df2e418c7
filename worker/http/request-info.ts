import { quote } from '../api/go-format.ts'
import { pathSegment } from '../api/names.ts'
import { parseFieldSelector, parseLabelSelector } from '../api/selector.ts'
import { StatusError } from '../api/status.ts'
import { BoundedCache } from '../runtime/bounded-cache.ts'
import { decodeUtf8 } from '../runtime/utf8-decoder.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

/**
 * Verb, resource and name of a request, read from the method and the URL alone. Authorisation and the router use them. The
 * server may not have the resource.
 */
export interface RequestInfo {
  readonly method: string
  /** The path as sent, percent-decoded. */
  readonly path: string
  /** Shared with later requests: read only. */
  readonly query: URLSearchParams
  /** The segments of `path` between its outer slashes; empty for `/`. */
  readonly segments: readonly string[]
  /** Whether the path names a resource below `/api/V/` or `/apis/G/V/`. */
  readonly resourceRequest: boolean
  /** `get`, `list`, `deletecollection` ... for resources (empty for an unknown method), else the method in lower case. */
  readonly verb: string
  readonly group: string
  readonly version: string
  /** The namespace in the path. For a request to a Namespace, its name, because authorisation requires that. */
  readonly namespace: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  /** The segments from the resource on: `pods`, `web`, `log`. */
  readonly parts: readonly string[]
  /** Whether the path has the legacy form `/api/v1/watch/...`. */
  readonly isWatchPath: boolean
}

/** A refusal in plain text: the URL is malformed, or an authorizer failed. */
export class TextRefusal extends Error {
  override readonly name = 'TextRefusal'
  readonly status: 400 | 500
  constructor(status: 400 | 500, text: string) {
    super(text)
    this.status = status
  }
}

/** A text without characters that would look like HTML. */
export const sanitized = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The answer when the server cannot tell what a request is, or whether it is allowed. */
export const serverFailure = (url: string, why: string): TextRefusal =>
  new TextRefusal(500, `${sanitized(`Internal Server Error: ${quote(url)}: ${why}`)}\n`)

const VERBS = lookupTable<string>({
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
})

const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

/** One shared object: most requests have no query, and creating a URLSearchParams takes longer than the rest of this file. */
const NO_QUERY = new URLSearchParams()

/** Clients repeat the same few queries; texts above 200 characters are not cached. */
const queries = new BoundedCache<string, URLSearchParams>(200, parseQuery)
const KEPT_LENGTH = 200

function readQuery(text: string): URLSearchParams {
  return text.length > KEPT_LENGTH ? parseQuery(text) : queries.get(text)
}

/** Drops the parameters that Go's `net/url` drops: those with a semicolon or with a percent sign that begins no escape. */
function parseQuery(text: string): URLSearchParams {
  if (!/;|%(?![\da-f]{2})|^\?/i.test(text)) return new URLSearchParams(text)
  const kept = text.split('&').filter((parameter) => !/;|%(?![\da-f]{2})/i.test(parameter))
  // URLSearchParams removes a question mark at the beginning.
  return new URLSearchParams(`&${kept.join('&')}`)
}

/**
 * Reads the verb and the resource of a request.
 * @throws TextRefusal for a path with a malformed escape, and for a path that ends after `watch` or `proxy`
 */
export function readRequestInfo(method: string, url: string): RequestInfo {
  const mark = url.indexOf('?')
  const path = decode(mark < 0 ? url : url.slice(0, mark))
  const query = mark < 0 ? NO_QUERY : readQuery(url.slice(mark + 1))
  const segments = splitPath(path)

  const head = segments[0] === 'api' ? 2 : 3
  if (segments.length <= head || (segments[0] !== 'api' && segments[0] !== 'apis')) {
    return { method, path, query, segments, verb: method.toLowerCase(), ...NON_RESOURCE }
  }
  const group = head === 3 ? (segments[1] ?? '') : ''
  const version = segments[head - 1] ?? ''
  /** The index of the first of `parts`. */
  let start = head
  const first = segments[start]
  const special = first === 'watch' || first === 'proxy' ? first : ''
  if (special !== '') {
    if (segments.length < start + 2) {
      throw serverFailure(url, `failed to create RequestInfo: unable to determine kind and namespace from url, ${url}`)
    }
    start += 1
  }
  let namespace = ''
  if (segments[start] === 'namespaces' && segments.length > start + 1) {
    namespace = segments[start + 1] ?? ''
    if (segments.length > start + 2 && !NAMESPACE_SUBRESOURCES.has(segments[start + 2] ?? '')) start += 2
  }
  const parts = segments.slice(start)
  const [resource = '', name = '', subresource = ''] = parts
  const { verb, selected } = refineVerb(special || (VERBS[method] ?? ''), name, query)
  return {
    method,
    path,
    query,
    segments,
    resourceRequest: true,
    verb,
    group,
    version,
    namespace,
    resource,
    name: name || selected,
    subresource: special === 'proxy' ? '' : subresource,
    parts,
    isWatchPath: special === 'watch',
  }
}

/** The segments between the outer slashes; several outer slashes count as one. */
function splitPath(path: string): string[] {
  let start = 0
  let end = path.length
  while (path.charCodeAt(start) === SLASH) start++
  while (end > start && path.charCodeAt(end - 1) === SLASH) end--
  const segments: string[] = []
  // `String.split` takes several times as long for a new text.
  while (start < end) {
    const slash = path.indexOf('/', start)
    const next = slash < 0 || slash > end ? end : slash
    segments.push(path.slice(start, next))
    start = next + 1
  }
  return segments
}

const SLASH = 0x2f

const NON_RESOURCE = {
  resourceRequest: false,
  group: '',
  version: '',
  namespace: '',
  resource: '',
  subresource: '',
  name: '',
  parts: [],
  isWatchPath: false,
} as const

/**
 * Without a name, a `get` is a `list` or a `watch`, and a `delete` is a `deletecollection`. `selected`: the name that the field
 * selector of a list or watch requires (reference/authorisation.md 3).
 */
function refineVerb(verb: string, name: string, query: URLSearchParams): { verb: string; selected: string } {
  if (name !== '') return { verb, selected: '' }
  if (verb === 'delete') return { verb: 'deletecollection', selected: '' }
  if (verb !== 'get') return { verb, selected: '' }
  return { verb: wantsWatch(query) ? 'watch' : 'list', selected: selectedName(query) }
}

/**
 * The name that the field selector requires. Empty when the real server could not read another parameter, because it then
 * ignores the selector.
 */
function selectedName(query: URLSearchParams): string {
  const selector = query.get('fieldSelector') ?? ''
  if (!selector.includes('metadata.name')) return ''
  if (NUMBERS.some((name) => !/^[+-]?\d*$/.test(query.get(name) ?? ''))) return ''
  try {
    parseLabelSelector(query.get('labelSelector') ?? '')
    const term = parseFieldSelector(selector).find(({ label, negated }) => label === 'metadata.name' && !negated)
    return term !== undefined && pathSegment(term.value).length === 0 ? term.value : ''
  } catch (error) {
    if (error instanceof StatusError) return ''
    throw error
  }
}

const NUMBERS = ['limit', 'timeoutSeconds']

/** A boolean parameter. Every value except `0` and `false` is true, also an empty one (reference/verbs.md 3). */
export function flag(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)
  return value === null ? undefined : !/^(0|false)$/i.test(value)
}

export function wantsWatch(query: URLSearchParams): boolean {
  return flag(query, 'watch') === true
}

function decode(path: string): string {
  if (!path.includes('%')) return path
  if (/%(?![0-9a-fA-F]{2})/.test(path)) throw new TextRefusal(400, '400 Bad Request')
  return path.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => decodeUtf8(bytesOfRun(run)))
}

/** The bytes of a run `%41%42...`. */
function bytesOfRun(run: string): Uint8Array {
  const bytes = new Uint8Array(run.length / 3)
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(run.slice(3 * i + 1, 3 * i + 3), 16)
  return bytes
}
