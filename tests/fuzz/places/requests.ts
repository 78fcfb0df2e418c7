import type { Place } from './place.ts'
import { CORE, MAPS, get, post, remove, patch, place, named } from './place.ts'

/** Label selectors that have the word as a key, as a value, or as a number to compare. */
const selectors = ['WORD', '!WORD', 'WORD=a', 'WORD!=a', 'WORD in (a)', 'WORD notin (a)', 'a=WORD', 'WORD>1']

/** Selectors and other query parameters. */
export const queries: readonly Place[] = [
  ...selectors.map((selector) =>
    place(
      `label selector ${selector}`,
      get(`${MAPS}?labelSelector=${encodeURIComponent(selector)}`),
      get(`${MAPS}?watch=1&timeoutSeconds=1&labelSelector=${encodeURIComponent(selector)}`),
    ),
  ),
  place(
    'a deletion by label selector',
    post(MAPS, named('kept', { labels: { a: 'b' } })),
    remove(`${MAPS}?labelSelector=WORD`),
    get(`${MAPS}/kept`),
  ),
  ...['metadata.WORD=a', 'WORD=a', 'WORD.WORD!=a', 'spec.WORD=', 'metadata.name=WORD'].map((selector) =>
    place(
      `field selector ${selector}`,
      get(`${CORE}/pods?fieldSelector=${selector}`),
      get(`${MAPS}?fieldSelector=${selector}`),
      get(`/api/v1/events?fieldSelector=${selector}`),
      remove(`${CORE}/secrets?fieldSelector=${selector}`),
    ),
  ),
  ...[
    'WORD=1',
    'watch=WORD',
    'limit=WORD',
    'resourceVersion=WORD',
    'resourceVersionMatch=WORD',
    'dryRun=WORD',
    'fieldValidation=WORD',
    'propagationPolicy=WORD',
    'orphanDependents=WORD',
    'pretty=WORD',
    'timeout=WORD',
    'includeObject=WORD',
    'continue=WORD',
    'sendInitialEvents=WORD',
  ].map((query) =>
    place(
      `query ${query}`,
      get(`${MAPS}?${query}`),
      post(`${MAPS}?${query}`, named('q')),
      remove(`${MAPS}/q?${query}`),
    ),
  ),
]

/** Segments of paths, and the method of a request. */
export const paths: readonly Place[] = [
  '/WORD',
  '/api/WORD',
  '/apis/WORD',
  '/apis/WORD/v1',
  '/apis/apps/WORD',
  '/apis/apps/WORD/deployments',
  '/apis/WORD/v1/WORD',
  '/api/v1/WORD',
  '/api/v1/namespaces/WORD',
  '/api/v1/namespaces/WORD/configmaps',
  '/api/v1/namespaces/default/WORD',
  '/api/v1/namespaces/default/WORD/WORD',
  '/api/v1/namespaces/default/configmaps/WORD',
  '/api/v1/namespaces/default/pods/a/WORD',
  '/api/v1/namespaces/default/WORD/a/status',
  '/api/v1/watch/WORD',
  '/openapi/v2/WORD',
  '/openapi/v3/WORD',
  '/openapi/v3/api/WORD',
  '/openapi/v3/apis/WORD/v1',
  '/openapi/v3/apis/apps/WORD',
  '/debug/WORD',
  '/healthz/WORD',
  '/readyz?exclude=WORD',
  '/readyz/WORD',
  '/livez?verbose&exclude=WORD',
  '/metrics/WORD',
  '/logs/WORD',
  '/.well-known/WORD',
  '/version/WORD',
].map((url) =>
  place(`path ${url}`, get(url), { method: 'PUT', url, body: named('a') }, remove(url), { method: 'WORD', url }),
)

/** Names and values of headers. */
export const headers: readonly Place[] = [
  place('a header', get(MAPS, { word: 'WORD' })),
  place('a header name', get(MAPS, { WORD: 'a' })),
  place('accept', get(MAPS, { accept: 'application/WORD' }), get(MAPS, { accept: 'WORD' })),
  place('accept parameters', get(MAPS, { accept: 'application/json;as=WORD;g=WORD;v=WORD' })),
  place('accept parameter name', get(MAPS, { accept: 'application/json;WORD=1' })),
  place('content type', { ...post(MAPS, named('a')), headers: { 'content-type': 'application/WORD' } }),
  place('patch type', patch('WORD', `${MAPS}/a`, {})),
  place('encoding', get(MAPS, { 'accept-encoding': 'WORD' })),
  place('authorization', get(MAPS, { authorization: 'WORD a' }), get(MAPS, { authorization: 'Bearer WORD' })),
  place('impersonated user', get(MAPS, { 'impersonate-user': 'WORD' })),
  place('impersonated group', get(MAPS, { 'impersonate-user': 'a', 'impersonate-group': 'WORD' })),
  place('impersonated extra', get(MAPS, { 'impersonate-user': 'a', 'impersonate-extra-WORD': 'WORD' })),
  place('impersonation header', get(MAPS, { 'impersonate-user': 'a', 'impersonate-WORD': 'WORD' })),
  place('origin', get(MAPS, { origin: 'WORD' })),
]
