import type { ApiRequest } from '../api/exchange.ts'
import type { JsonObject } from '../api/json.ts'
import { lazy } from '../api/lazy.ts'
import type { UserInfo } from '../api/user.ts'
import { methodUnknown, notAcceptable, resourceNotFound } from '../api/status.ts'
import type { Negotiated } from '../codec/negotiation.ts'
import { negotiate, PLAIN_JSON, plainOnly } from '../codec/negotiation.ts'
import { unservedAnswer } from './announced-groups.ts'
import { aggregatedDiscovery, apiGroup, apiGroupList, apiResourceList, apiVersions } from './discovery.ts'
import type { DocumentServer } from './document-server.ts'
import { loadHealth } from './lazy-health.ts'
import type { Payload } from './payload.ts'
import { documentPayload, pageNotFound, payload, taggedPayload } from './payload.ts'
import type { RequestInfo } from './request-info.ts'
import { wantsPretty } from './resource-negotiation.ts'
import { checkAccept, checkContent } from './route-media.ts'

const loadRoot = lazy(() => import('./root-documents.ts'))
const HEALTH = /^\/(?:healthz|livez|readyz)(?:\/|$)/

/** Everything that is not a resource: discovery, health, version, documents; else a plain 404. */
export async function serveNonResource(
  server: DocumentServer,
  info: RequestInfo,
  request: ApiRequest,
  user: UserInfo,
): Promise<Payload> {
  if (HEALTH.test(info.path)) {
    const { serveHealth } = await loadHealth()
    const health = await serveHealth(info.path, info.query, server.healthChecks)
    if (health !== undefined) return health
  }
  for (const source of server.documents) {
    const answer = await source(info, request, user)
    if (answer !== undefined) return answer
  }
  if (/^\/(?:apis\/)?\//.test(info.path)) return pageNotFound()
  return serveDiscovery(server, info, request)
}

function serveDiscovery(server: DocumentServer, info: RequestInfo, request: ApiRequest): Promise<Payload> | Payload {
  const [first, group = '', version] = info.segments
  if (first === undefined || info.path === '/index.html') return loadRoot().then(({ serveIndex }) => serveIndex(server))
  if (first === 'version') return serveVersion(info, request)
  if (first === 'logs') return loadRoot().then(({ serveLogs }) => serveLogs(info, request))
  if (first === 'debug') return loadRoot().then(({ serveProfiles }) => serveProfiles(info))
  if (first !== 'api' && first !== 'apis') return pageNotFound()
  if (info.segments.length === 1) return serveGroups(server, info, request)
  const { catalog } = server
  if (first === 'api')
    return documentPayload(200, served(apiResourceList(catalog, '', group)), negotiateDocument(server, info, request))
  if (version === undefined) {
    const described = apiGroup(catalog, server.announced(), group)
    if (described === undefined) return pageNotFound()
    const form = isRoute(server, info, group) ? negotiateDocument : negotiateFreely
    return documentPayload(200, described, form(server, info, request))
  }
  const known = catalog.groups().find((one) => one.group === group)
  if (known === undefined || (known.custom === true && !known.versions.includes(version))) {
    return unservedAnswer(server.announced(), group, version)
  }
  // The real server has a route for each version of a built-in group, and none for the versions of definitions.
  const form = known.custom === true ? negotiateFreely : negotiateDocument
  return documentPayload(200, served(apiResourceList(catalog, group, version)), form(server, info, request))
}

/** Whether the real server serves the document of a group by a route: for its own API services, and for two slashes at the end. */
const isRoute = ({ dialect }: DocumentServer, { path }: RequestInfo, group: string): boolean =>
  path.endsWith('//') || group === dialect.spell('apiregistration.{domain}')

function served(document: JsonObject | undefined): JsonObject {
  if (document === undefined) throw resourceNotFound()
  return document
}

/** The real server's handler of `/apis` and of the groups is not a route: it serves every method and reads only `Accept`. */
function negotiateFreely(
  { offered }: Pick<DocumentServer, 'offered'>,
  info: RequestInfo,
  request: ApiRequest,
): Negotiated {
  const negotiated = negotiate(request.headers.get('accept') ?? '', offered, plainOnly)
  if (negotiated === undefined) throw notAcceptable(offered.map(({ type }) => type))
  return { ...negotiated, pretty: wantsPretty(request, info.query, negotiated.pretty) }
}

function negotiateDocument({ offered }: DocumentServer, info: RequestInfo, request: ApiRequest): Negotiated {
  if (info.method !== 'GET') throw methodUnknown()
  const mediaTypes = offered.map(({ type }) => type)
  checkContent(request, mediaTypes)
  checkAccept(request, mediaTypes)
  return negotiateFreely({ offered }, info, request)
}

/** `/api` and `/apis`: the aggregated document when the caller accepts it, else the older document of the path. */
async function serveGroups(server: DocumentServer, info: RequestInfo, request: ApiRequest): Promise<Payload> {
  const { catalog, dialect, offered } = server
  const core = info.segments[0] === 'api'
  const aggregatedGroup = dialect.spell('apidiscovery.{domain}')
  const aggregated = negotiate(request.headers.get('accept') ?? '', offered, (transform) => {
    if (transform?.kind !== 'APIGroupDiscoveryList' || transform.group !== aggregatedGroup) return false
    return transform.version === 'v2' || transform.version === 'v2beta1'
  })
  // The real server aggregates at `/api/`, and not at `/apis/`.
  const isRouted = !core || info.method === 'GET'
  if (!isRouted || info.path === '/apis/' || aggregated?.transform === undefined) {
    return core
      ? documentPayload(200, apiVersions(request.headers.get('host') ?? ''), negotiateDocument(server, info, request))
      : documentPayload(200, apiGroupList(catalog, server.announced()), negotiateFreely(server, info, request))
  }
  const { group, version } = aggregated.transform
  const mediaType = `${aggregated.mediaType};g=${group};v=${version};as=APIGroupDiscoveryList`
  const document = aggregatedDiscovery(catalog, `${group}/${version}`, core)
  return taggedPayload(request, document, { ...aggregated, mediaType }, [['Vary', 'Accept']])
}

const JSON_ONLY = ['application/json']

function serveVersion(info: RequestInfo, request: ApiRequest): Payload {
  if (info.segments.length > 1) throw resourceNotFound()
  if (info.method !== 'GET') throw methodUnknown()
  checkContent(request, JSON_ONLY)
  checkAccept(request, JSON_ONLY)
  return { ...payload(200, JSON.stringify(VERSION), { ...PLAIN_JSON, pretty: true }) }
}

/** The release whose behaviour is recorded; clients compute their version skew from it. */
export const VERSION = {
  major: '1',
  minor: '30',
  gitVersion: 'v1.30.14',
  gitCommit: '$Format:%H$',
  gitTreeState: '',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'go1.26.8',
  compiler: 'gc',
  platform: 'linux/amd64',
}
