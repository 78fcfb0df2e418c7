import type { Case, Step } from '../../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from '../steps.ts'

type Headers = Readonly<Record<string, string>>

const MAP = { metadata: { name: 'a', labels: { l: '1', app: 'x' } }, data: { k: 'v' } }
const LIST = `${CORE}/configmaps`
const ITEM = `${LIST}/a`

/** Query strings that net/url reads in its own way, and values that each option refuses or converts. */
const QUERIES: readonly string[] = [
  'limit=1;limit=2', 'a;b', 'limit=%zz', 'limit=%', 'labelSelector=%', 'limit=1%20', 'limit=+1', 'limit=0x1', 'limit=1_0', 'limit=1.0',
  'limit=9223372036854775808', 'limit=-9223372036854775808', 'limit=', 'limit', '=1', '&&', '&limit=1&', 'Limit=1', 'LIMIT=x',
  'limit=1&limit=x', 'limit=x&limit=1', 'limit=2&limit=1', 'pretty', 'pretty=', 'pretty=0', 'pretty=false', 'pretty=TRUE', 'pretty=t', 'pretty=1&pretty=0',
  'watch=', 'watch=0', 'watch=false', 'watch=False', 'watch=f', 'watch=no', 'watch=false&watch=true&timeoutSeconds=1', 'timeoutSeconds=abc', 'timeoutSeconds=', 'timeoutSeconds=0', 'timeoutSeconds=-1', 'timeoutSeconds=1.5',
  'timeout=abc', 'timeout=', 'timeout=5', 'timeout=1m', 'timeout=-1s', 'timeout=0s', 'timeout=0', 'timeout=100h', 'timeout=1d', 'timeout=+5s', 'timeout=5s&timeout=x', 'timeout=1h1m1s1ms',
  'resourceVersion=abc', 'resourceVersion=-1', 'resourceVersion=01', 'resourceVersion=1.0', 'resourceVersion=18446744073709551616', 'resourceVersion=+0', 'resourceVersion=0&resourceVersion=x',
  'resourceVersionMatch=Exact', 'resourceVersionMatch=exact&resourceVersion=1', 'resourceVersionMatch=NotOlderThan&resourceVersion=0', 'resourceVersionMatch=Exact&resourceVersion=0', 'resourceVersionMatch=',
  'continue=x', 'continue=', 'continue=%7B%7D', 'continue=eyJ9', 'continue=e30', 'continue=x&resourceVersion=1', 'sendInitialEvents=', 'sendInitialEvents=x', 'sendInitialEvents=true', 'sendInitialEvents=false', 'allowWatchBookmarks=x', 'allowWatchBookmarks=true',
  'labelSelector=a=', 'labelSelector==', 'labelSelector=a==x', 'labelSelector=!a', 'labelSelector=!!a', 'labelSelector=a,', 'labelSelector=,a', 'labelSelector=a+in+(x)', 'labelSelector=a+in+()', 'labelSelector=a+in+(,)', 'labelSelector=a+in+(x,)', 'labelSelector=a+in+x',
  'labelSelector=a+notin+(x),l', 'labelSelector=a+exists', 'labelSelector=in+in+(in)', 'labelSelector=notin', 'labelSelector=a>1', 'labelSelector=l<2', 'labelSelector=l>x', 'labelSelector=l>0,l<2', 'labelSelector=l>=0', 'labelSelector=a%3D%3D%3Dx', 'labelSelector=l!=', 'labelSelector=l+=+1', 'labelSelector=l%0A=1', 'labelSelector=-a', 'labelSelector=a/b/c', 'labelSelector=/a', 'labelSelector=a/', 'labelSelector=A.B/c=d',
  'labelSelector=a=é', 'labelSelector=a=-x', 'labelSelector=a in (x', 'labelSelector=(a)', 'labelSelector=l=1&labelSelector=l=2', 'labelSelector=l=2&labelSelector=l=1', 'labelSelector=x y', 'labelSelector=a=x=y', 'labelSelector=a!', 'labelSelector=!a=b', 'labelSelector=l in (1),!b,app notin (y)', 'labelSelector=l=1,l=2', 'labelSelector=l=1,l=1',
  'fieldSelector=metadata.name', 'fieldSelector=metadata.name=', 'fieldSelector==a', 'fieldSelector=metadata.name!=a', 'fieldSelector=metadata.name==a', 'fieldSelector=metadata.name=a,', 'fieldSelector=,', 'fieldSelector=metadata.name=a,metadata.name=b', 'fieldSelector=metadata.name=a\\,b', 'fieldSelector=metadata.name=a\\x', 'fieldSelector=metadata.name=a\\', 'fieldSelector=metadata.name+=+a', 'fieldSelector=Metadata.name=a',
  'fieldSelector=metadata.uid=a', 'fieldSelector=data.k=v', 'fieldSelector=metadata.namespace=x', 'fieldSelector=metadata.namespace=x,metadata.name=a', 'fieldSelector=metadata.name in (a)', 'fieldSelector=metadata.name=a&fieldSelector=metadata.name=b', 'fieldSelector=metadata.name=a=b', 'fieldSelector=metadata.name!a',
  'dryRun', 'dryRun=', 'dryRun=all', 'dryRun=All', 'dryRun=All&dryRun=All', 'dryRun=All&dryRun=', 'dryRun=None', 'dryRun=true', 'dryRun=All,All',
  'fieldManager=', 'fieldManager=%00', 'fieldManager=%C3%A9', 'fieldManager=a%20b', 'fieldManager=a%0Ab', `fieldManager=${'m'.repeat(128)}`, `fieldManager=${'m'.repeat(129)}`, `fieldManager=${'%C3%A9'.repeat(128)}`, 'fieldManager=a&fieldManager=b', 'fieldManager=%ff', 'fieldManager=%E2%80%8B',
  'fieldValidation=', 'fieldValidation=strict', 'fieldValidation=Strict', 'fieldValidation=Ignore&fieldValidation=Strict', 'fieldValidation=x', 'force=true', 'force=x', 'force=', 'force=false',
  'propagationPolicy=', 'propagationPolicy=foreground', 'propagationPolicy=Orphan&propagationPolicy=x', 'propagationPolicy=Foreground&orphanDependents=true', 'orphanDependents=x', 'orphanDependents=', 'gracePeriodSeconds=-1', 'gracePeriodSeconds=x', 'gracePeriodSeconds=', 'gracePeriodSeconds=0&gracePeriodSeconds=5', 'gracePeriodSeconds=9223372036854775808',
  'preconditions=x', 'kind=Pod', 'apiVersion=v2', 'ignoreStoreReadErrorWithClusterBreakingPotential=true', 'export=true', 'exact=true', 'includeUninitialized=x', 'fieldmanager=x', 'fieldManager[]=x', 'includeObject=None', 'includeObject=None&limit=1', 'includeObject=x',
] // prettier-ignore

const APPLIED = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { z: 'z' } }

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

/** Most values of `watch` begin a stream, which ends by itself only much later. */
const brief = (query: string): Partial<Step> => (query.startsWith('watch') ? { watch: { ms: 150 } } : {})

function queryScenarios(): Case[] {
  const before = [post(LIST, MAP), post(LIST, { ...MAP, metadata: { name: 'b' } })]
  const encoded = QUERIES.map((query) => query.replaceAll(' ', '%20').replaceAll('é', '%C3%A9').replaceAll('<', '%3C').replaceAll('>', '%3E')) // prettier-ignore
  return chunks(encoded, 60).flatMap((some, at) => [
    scenario('http', `queries-read-${at}`, [...before, ...some.flatMap((query) => [get(`${LIST}?${query}`, brief(query)), get(`${ITEM}?${query}`, brief(query))])]), // prettier-ignore
    scenario('http', `queries-write-${at}`, [
      ...before,
      ...some.flatMap((query) => [
        post(`${LIST}?${query}`, { metadata: { name: 'a' } }),
        put(`${ITEM}?${query}`, { ...MAP, data: { k: 'w' } }),
        patch(`${ITEM}?${query}`, { data: { z: null, y: '1' } }),
        patch(`${ITEM}?${query}`, APPLIED, { type: 'apply' }),
      ]),
    ]),
    scenario('http', `queries-delete-${at}`, some.flatMap((query) => [
      post(LIST, MAP, { ignore: true }),
      remove(`${ITEM}?${query}`),
      post(LIST, MAP, { ignore: true }),
      remove(`${LIST}?${query}`, { unordered: ['items'] }),
    ])), // prettier-ignore
  ])
}

const AGENTS: readonly (string | null)[] = [
  'kubectl/v1.30', 'a', '/x', 'a/', ' a/b', 'a b/c', 'кубектл/1', 'é/1', '日本/2', `${'ж'.repeat(70)}/1`, `${'x'.repeat(130)}/1`, `${'é'.repeat(127)}x/2`, 'Mozilla/5.0 (X11)', 'a\tb/1', '🙂/1', `${'🙂'.repeat(40)}/1`, 'A~!@#$%^&*()/1', '"q"/1', '<b>/1', 'a\\b/1', '%41/1', '',
] // prettier-ignore

/** The bytes of a text in UTF-8, as the client of HTTP writes a header. */
const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const agentScenario = (): Case =>
  scenario('http', 'agents', AGENTS.flatMap((agent, at) => {
    const headers = { 'User-Agent': agent === null ? '' : bytes(agent) }
    return [
      post(LIST, { metadata: { name: `m${at}` } }, { headers }),
      patch(`${LIST}/m${at}`, { data: { a: `${at}` } }, { headers }),
      put(`${LIST}/m${at}`, { metadata: { name: `m${at}` }, data: { b: 'c' } }, { headers }),
      patch(`${LIST}/m${at}`, { ...APPLIED, metadata: { name: `m${at}` } }, { headers, type: 'apply' }),
      patch(`${LIST}/m${at}?fieldManager=f`, { ...APPLIED, metadata: { name: `m${at}` } }, { headers, type: 'apply' }),
    ]
  })) // prettier-ignore

const PLACES: readonly string[] = [
  '/', '/api', '/apis', '/apis/apps', '/apis/apps/v1', '/apis/apps/v2', '/api/v1', '/api/v2', '/api/v1/x', '/apis/none/v1/x', '/version', '/version/x', '/healthz', '/livez/ping', '/readyz/none', '/metrics/x', '/metrics/slis/x', '/openapi/v3/none', '/openapi/v2/x', '/logs', '/.well-known/openid-configuration', '/openid/v1/jwks', '/swagger.json', '/swagger-ui', '/debug/pprof/none', '/ui', '/index.html', '/static', '/api/v1/namespaces', '/api/v1/watch', '/api/v1/proxy', '/apis/x//', '/api/v1/pods/x/y/z/w', `${LIST}/none`, LIST, `${CORE}/pods/none/log`, `${CORE}/pods/none/exec`, `${groupPath('apps', 'v1')}/deployments/none/scale`, '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', '/apis/authentication.k8s.io/v1/tokenreviews', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews/x', '/api/v1/componentstatuses/none', '/api/v1/bindings', `${CORE}/bindings`, '/api/v1/nodes/none/proxy', '/api/v1/nodes/none/status', '/apis/certificates.k8s.io/v1/certificatesigningrequests/none/approval',
] // prettier-ignore

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE'] as const

/** The root lists paths that depend on flags, and the two servers have different flags. */
const isWhole = (path: string, method: string): boolean =>
  path !== '/' && !(path === '/version' && method === 'GET') && !path.startsWith('/openapi/v2')

function methodScenarios(): Case[] {
  return chunks(PLACES, 8).map((some, at) =>
    scenario('http', `methods-${at}`, some.flatMap((path) =>
      METHODS.flatMap((method): Step[] => {
        const more = isWhole(path, method) ? {} : { ignore: true }
        return [
          { method, path, ...more },
          { method, path, as: 'bob', ...more },
          { method, path, as: null, headers: { Accept: 'application/yaml' }, ...more },
        ]
      })))) // prettier-ignore
}

const ACCEPTS: readonly string[] = [
  'text/html', 'application/yaml', 'application/vnd.kubernetes.protobuf', 'application/json;as=Table;v=v1;g=meta.k8s.io', 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io', 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io', 'image/png', '*/*;q=0', 'application/*', 'application/json;q=0', 'application/json; charset=utf-8', 'application/json;stream=watch', 'application/json;pretty=1', 'APPLICATION/JSON', ',', ';', 'application/json;as=APIGroupDiscoveryList;v=v2beta1;g=apidiscovery.k8s.io', 'text/plain', 'application/yaml;q=0.1,text/html', 'application/cbor', 'application/json;as=;v=v1;g=meta.k8s.io', 'application/json;v=v1', 'application/json;g=x', 'application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/yaml', 'application/yaml;as=PartialObjectMetadata;v=v1;g=meta.k8s.io', 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json', 'application/json;q=abc', '"application/json"', 'application/json;as', 'application/json;as=Table;as=x;v=v1;g=meta.k8s.io', 'application/octet-stream,*/*;q=0.1',
] // prettier-ignore

const negotiationScenarios = (): Case[] => [
  ...chunks(
    PLACES.filter((path) => path !== '/version' && path !== '/' && !path.startsWith('/openapi')),
    10,
  ).map(
    (some, at) =>
    scenario('negotiation', `accept-${at}`, some.flatMap((path) =>
      ACCEPTS.map((accept) => get(path, { headers: { Accept: accept } as Headers, ...(/^\/apis?$/.test(path) ? { ignore: true } : {}) })))), // prettier-ignore
  ),
  scenario('negotiation', 'accept-writes', [
    post(LIST, MAP),
    ...ACCEPTS.flatMap((accept): Step[] => {
      const headers = { Accept: accept }
      return [
        post(`${LIST}?dryRun=All`, { metadata: { generateName: 'x-' } }, { headers }),
        post(LIST, MAP, { headers }),
        put(ITEM, MAP, { headers }),
        patch(ITEM, { data: null }, { headers }),
        patch(`${ITEM}?fieldManager=m`, APPLIED, { type: 'apply', headers }),
        remove(`${ITEM}?dryRun=All`, { headers }),
        remove(`${LIST}?dryRun=All`, { headers }),
        remove(`${LIST}/none`, { headers }),
        post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }, { headers }), // prettier-ignore
        post(`${CORE}/serviceaccounts/default/token`, { spec: { expirationSeconds: 1 } }, { headers }),
      ]
    }),
  ]),
]

/** Queries, user agents, methods and media types that no recording has. */
export const requestQuestions = (): Case[] => [
  ...queryScenarios(),
  agentScenario(),
  ...methodScenarios(),
  ...negotiationScenarios(),
]
