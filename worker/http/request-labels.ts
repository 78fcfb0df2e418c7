import type { ApiRequest } from '../api/exchange.ts'
import type { RequestLabels } from '../observability/server-metrics.ts'
import type { Catalog, ResourceVersion } from '../resources/resource.ts'
import type { RequestInfo } from './request-info.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

const VERBS = lookupTable<string>({
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
})

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

/** The labels of requests to each version. Equal labels are the same object, because metrics use the object as a key. */
const known = new WeakMap<ResourceVersion, RequestLabels[]>()

function sharedLabels(version: ResourceVersion, labels: RequestLabels): RequestLabels {
  let all = known.get(version)
  if (all === undefined) known.set(version, (all = []))
  const { verb, subresource, scope, dryRun } = labels
  for (const one of all) {
    if (one.verb === verb && one.scope === scope && one.subresource === subresource && one.dryRun === dryRun) return one
  }
  all.push(labels)
  return labels
}

function scopeOf(name: string, namespace: string): RequestLabels['scope'] {
  if (name !== '') return 'resource'
  return namespace === '' ? 'cluster' : 'namespace'
}

/**
 * The metric labels of a request. For a resource that is not served they have only the verb, because callers could invent any
 * number of names.
 */
export function requestLabels(info: RequestInfo | undefined, { headers }: ApiRequest, catalog: Catalog): RequestLabels {
  if (info === undefined) return NOTHING
  if (!info.resourceRequest) {
    const [first = ''] = info.segments
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
  return sharedLabels(found.version, {
    verb: applies ? 'APPLY' : (VERBS[verb] ?? ''),
    group,
    version,
    resource,
    subresource: found.version.subresources.has(subresource) ? subresource : '',
    scope: scopeOf(name, namespace),
    dryRun: info.query.size > 0 && info.query.has('dryRun') ? 'All' : '',
  })
}
