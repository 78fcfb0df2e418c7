import type { ApiRequest } from '../api/exchange.ts'
import { methodUnknown } from '../api/status.ts'
import { PLAIN_JSON } from '../codec/negotiation.ts'
import { healthPaths } from './health-documents.ts'
import type { DocumentServer } from './document-server.ts'
import type { Payload } from './payload.ts'
import { pageNotFound, payload, plainText } from './payload.ts'
import type { RequestInfo } from './request-info.ts'
import { checkAccept } from './route-media.ts'

const INDEXED = [
  '/.well-known/openid-configuration',
  '/apis',
  '/apis/',
  '/logs',
  '/metrics',
  '/metrics/slis',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/',
  '/openid/v1/jwks',
  '/version',
]

/** `/`: the served paths, for any method. */
export function serveIndex({ catalog, healthChecks }: Pick<DocumentServer, 'catalog' | 'healthChecks'>): Payload {
  const groups = catalog.groups().flatMap(({ group, versions }) => {
    const root = group === '' ? '/api' : `/apis/${group}`
    return [root, ...versions.map((version) => `${root}/${version}`)]
  })
  const paths = [...groups, ...INDEXED, ...healthPaths(healthChecks)].sort()
  return payload(200, JSON.stringify({ paths }), { ...PLAIN_JSON, pretty: true })
}

/** The process has no log files, so `/logs/` is an empty folder. */
export function serveLogs({ path, method }: RequestInfo, request: ApiRequest): Payload {
  if (method !== 'GET') throw methodUnknown()
  // The route of the real server declares no media types.
  checkAccept(request, [])
  if (path === '/logs') return { ...plainText(301, ''), contentType: '', headers: [['Location', 'logs/']] }
  if (path !== '/logs/') return pageNotFound()
  return { ...plainText(200, '<pre>\n</pre>\n'), contentType: 'text/html; charset=utf-8' }
}

const PROFILES = '/debug/pprof'

/** The process has no profiles. As in Go's `http.Redirect`, only GET receives a body; GET and HEAD receive a Content-Type. */
export function serveProfiles({ path, method }: RequestInfo): Payload {
  if (path.startsWith(`${PROFILES}/`))
    return path === `${PROFILES}/` ? pageNotFound() : plainText(404, 'Unknown profile\n')
  if (path !== PROFILES) return pageNotFound()
  const isRead = method === 'GET' || method === 'HEAD'
  const text = method === 'GET' ? `<a href="${PROFILES}/">Found</a>.\n\n` : ''
  const contentType = isRead ? 'text/html; charset=utf-8' : ''
  return { ...plainText(302, text), contentType, headers: [['Location', `${PROFILES}/`]] }
}
