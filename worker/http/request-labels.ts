import type { ApiRequest } from '../api/exchange.ts'
import type { RequestLabels } from '../observability/server-metrics.ts'
import type { Catalog } from '../resources/resource.ts'
import type { RequestInfo } from './request-info.ts'

const VERBS: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const DOCUMENTS = new Set(['api', 'apis', 'debug', 'healthz', 'livez', 'metrics', 'openapi', 'readyz', 'version'])

const NOTHING: RequestLabels = {
  verb: '',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  scope: '',
  dryRun: '',
}

/** How metrics name a request. What is not served has no name of its own: anybody could make up any number of them. */
export function requestLabels(info: RequestInfo | undefined, { headers }: ApiRequest, catalog: Catalog): RequestLabels {
  if (info === undefined) return NOTHING
  if (!info.resourceRequest) {
    const [first = ''] = info.pieces
    return {
      ...NOTHING,
      verb: METHODS.has(info.method) ? info.method : '',
      subresource: DOCUMENTS.has(first) ? `/${first}` : '',
    }
  }
  const { group, version, resource, subresource, name, namespace, verb } = info
  const found = catalog.find(group, version, resource)
  if (found === undefined) return { ...NOTHING, verb: VERBS[verb] ?? '' }
  const applies = verb === 'patch' && headers.get('content-type')?.startsWith('application/apply-patch') === true
  return {
    verb: applies ? 'APPLY' : (VERBS[verb] ?? ''),
    group,
    version,
    resource,
    subresource: found.version.subresources.has(subresource) ? subresource : '',
    scope: name !== '' ? 'resource' : namespace !== '' ? 'namespace' : 'cluster',
    dryRun: info.query.has('dryRun') ? 'All' : '',
  }
}
