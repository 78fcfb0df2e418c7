import type { FilteredRequest } from './proxy-filter.ts'

/** A request as it arrives at the port. */
export interface ProxyRequest {
  readonly method: string
  /** The target of the request line: `/api/v1/pods?limit=1`. */
  readonly target: string
  /** The Host header. */
  readonly host: string
}

/** The treatment of a request. */
export type ProxyRoute =
  | { readonly kind: 'refusal'; readonly code: 400 | 403 | 404; readonly text: string }
  /** A redirection to a path with its query. */
  | { readonly kind: 'moved'; readonly location: string }
  /** A file; its decoded path is relative to the folder and has no `..`. A path of a directory ends with a slash. */
  | { readonly kind: 'file'; readonly path: string; readonly query: string }
  /** A request to the server, with the path and the query for it. */
  | { readonly kind: 'server'; readonly target: string }

export interface ProxyRules {
  /** Both prefixes end with a slash. */
  readonly apiPrefix: string
  /** undefined when no files are served. */
  readonly filePrefix: string | undefined
  /** The path before each path of the server; empty for none. */
  readonly serverPath: string
  /** undefined accepts all requests. Files are not filtered. */
  readonly accepts: ((request: FilteredRequest) => boolean) | undefined
}

const MISSING: ProxyRoute = { kind: 'refusal', code: 404, text: '404 page not found' }
const UNREADABLE: ProxyRoute = { kind: 'refusal', code: 400, text: '400 Bad Request' }

/** Chooses between the files and the server by the longer prefix, as Go's multiplexer does. */
export function proxyRoute(rules: ProxyRules, request: ProxyRequest): ProxyRoute {
  const { path: escaped, query, host } = splitTarget(request)
  if (!escaped.startsWith('/') || /%(?![\da-f]{2})/i.test(escaped)) return UNREADABLE
  const prefixes = [rules.apiPrefix, rules.filePrefix ?? ''].filter((prefix) => prefix.startsWith('/'))
  const clean = cleanPath(escaped)
  const path = decodePath(clean)
  const prefix = prefixes.filter((each) => path.startsWith(each)).sort((a, b) => b.length - a.length)[0]
  if (prefixes.includes(`${path}/`)) return { kind: 'moved', location: `${clean}/${query}` }
  if (clean !== escaped) return { kind: 'moved', location: `${clean}${query}` }
  if (prefix === undefined) return MISSING
  if (prefix === rules.filePrefix)
    return { kind: 'file', path: cleanPath(`/${path.slice(prefix.length)}`).slice(1), query }
  const below = pathBelow(prefix, path)
  if (rules.accepts?.({ method: request.method, path: below, host }) === false)
    return { kind: 'refusal', code: 403, text: 'Forbidden' }
  const target = below === path ? escaped : encodePath(below)
  return { kind: 'server', target: `${rules.serverPath.replace(/\/$/, '')}${target || '/'}${query}` }
}

/** The path for the server. kubectl removes every prefix that does not begin with `/api`, and the only slash too. */
function pathBelow(prefix: string, path: string): string {
  if (prefix.startsWith('/api')) return path
  const rest = path.slice(prefix.length)
  return rest === '' || rest.startsWith('/') ? rest : `/${rest}`
}

/** A target is a path, or the address of a resource as a client sends it to an HTTP proxy. */
function splitTarget({ target, host }: ProxyRequest): { path: string; query: string; host: string } {
  const [, authority, local = ''] = /^(?:https?:\/\/([^/?#]*))?(.*)$/is.exec(target) ?? []
  const at = local.indexOf('?')
  const path = at < 0 ? local : local.slice(0, at)
  const query = at < 0 ? '' : local.slice(at)
  return { path: path === '' && authority !== undefined ? '/' : path, query, host: authority ?? host }
}

/** The path without `.`, `..` and empty parts. A slash at the end remains. */
function cleanPath(path: string): string {
  const kept: string[] = []
  for (const part of path.split('/'))
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  const isFolder = path.endsWith('/') && kept.length > 0
  return `/${kept.join('/')}${isFolder ? '/' : ''}`
}

/** Decodes `%2f` and the like. Invalid UTF-8 becomes U+FFFD, as in the names of files; the server keeps its bytes instead. */
function decodePath(path: string): string {
  const bytes: number[] = []
  for (let at = 0; at < path.length; at++) {
    const isEscape = path[at] === '%'
    bytes.push(isEscape ? Number.parseInt(path.slice(at + 1, at + 3), 16) : path.charCodeAt(at) & 0xff)
    if (isEscape) at += 2
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes))
}

/** Encodes a path as Go does. */
const encodePath = (path: string): string =>
  encodeURI(path).replace(/[?#!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
