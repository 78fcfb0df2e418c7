import type { Case, Step } from '../../../conformance/case.ts'
import { CORE, get, groupPath, join, patch, pause, post, put, remove, scenario, watched, watching } from './steps.ts'

const MAPS = `${CORE}/configmaps`
const PARTIAL = { Accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' }
const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
const map = (name: string, labels: Record<string, string> = {}, data: Record<string, string> = {}): unknown => ({
  metadata: { name, labels },
  data,
})
const fresh = (path: string): Step => get(`${path}?resourceVersion=\${rv}&resourceVersionMatch=NotOlderThan`)
const seed = (path: string, body: unknown): Step[] => [
  post(path, body, { save: { rv: 'metadata.resourceVersion' } }),
  fresh(path),
]

const SELECTORS = [
  'labelSelector=s',
  'labelSelector=!s',
  'labelSelector=s!%3Din',
  'labelSelector=s%20in%20(in,b)',
  'labelSelector=s%20notin%20(in)',
  'labelSelector=s>5',
  'labelSelector=s%3Din,t',
  'labelSelector=',
  'fieldSelector=metadata.name!%3Da',
  'fieldSelector=metadata.namespace%3D${ns}',
  'fieldSelector=metadata.namespace%3Dother',
  'fieldSelector=metadata.name%3Da,metadata.name%3Db',
  'fieldSelector=metadata.name%3Da&labelSelector=s%3Din',
  'fieldSelector=',
  'fieldSelector=metadata.name%3D',
  'labelSelector=s%3D',
]

/** Watches of many selectors while labels change, in three forms. */
const transitions = (): Case[] =>
  (
    [
      ['object', {}],
      ['partial', PARTIAL],
      ['table', TABLE],
    ] as const
  ).map(([form, accept]) =>
    scenario('watch', `transitions-${form}`, [
      ...seed(MAPS, map('a', { s: 'in' })),
      ...seed(MAPS, map('b', { s: '7', t: 'x' })),
      ...SELECTORS.map((selector) => watching(`${MAPS}?watch=true&${selector}`, accept)),
      watching(`${MAPS}?watch=true&resourceVersion=\${rv}&labelSelector=s%3Din`, accept),
      watching(`${MAPS}?watch=true&resourceVersion=0&labelSelector=s%3Din`, accept),
      patch(`${MAPS}/a`, { metadata: { labels: { s: 'out' } } }),
      patch(`${MAPS}/a`, { data: { k: '1' } }),
      patch(`${MAPS}/a`, { metadata: { labels: { s: '4' } } }),
      patch(`${MAPS}/b`, { metadata: { labels: { s: 'in' } } }),
      patch(`${MAPS}/b`, { metadata: { labels: { s: null } } }),
      patch(`${MAPS}/b`, { metadata: { labels: { s: '' } } }),
      post(MAPS, map('c', { s: 'in', t: '' })),
      put(`${MAPS}/c`, map('c', { s: 'b' })),
      remove(`${MAPS}/c`),
      remove(`${MAPS}/a`),
      join,
    ]),
  )

const FORMS: readonly Record<string, string>[] = [
  {},
  { Accept: 'application/yaml' },
  { Accept: 'application/vnd.kubernetes.protobuf' },
  { Accept: 'application/vnd.kubernetes.protobuf;stream=watch' },
  { Accept: 'application/json;stream=watch' },
  { Accept: 'application/json;stream=other' },
  { Accept: 'application/json; charset=utf-8' },
  { Accept: 'application/json;pretty=1' },
  { Accept: 'text/plain' },
  { Accept: 'text/event-stream' },
  { Accept: 'application/*' },
  { Accept: '*/*' },
  { Accept: '' },
  { Accept: 'application/yaml, application/json;q=0.5' },
  { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1beta1' },
  { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v2' },
  { Accept: 'application/json;as=Table;g=x;v=v1, application/json' },
  { Accept: 'application/json;as=Table;v=v1' },
  { Accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' },
  { Accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1beta1' },
  { Accept: 'application/yaml;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' },
  { Accept: 'application/yaml;as=Table;g=meta.k8s.io;v=v1' },
  { Accept: 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' },
  { Accept: 'application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1' },
  { Accept: 'application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1,application/json' },
  { Accept: 'application/cbor' },
  { 'Accept-Encoding': 'gzip' },
  { 'Accept-Encoding': 'gzip, deflate', Accept: 'application/yaml' },
  { Range: 'bytes=0-1' },
]
const REFUSED = [
  'labelSelector=!!',
  'fieldSelector=x%3Dy',
  'resourceVersion=x',
  'resourceVersion=1',
  'resourceVersion=99999999',
  'resourceVersion=-1',
  'timeoutSeconds=x',
  'timeoutSeconds=0',
  'timeoutSeconds=1',
  'timeoutSeconds=-1',
  'timeoutSeconds=1.5',
  'timeout=x',
  'timeout=1s',
  'timeout=0',
  'timeout=-1s',
  'timeout=1h',
  'allowWatchBookmarks=true&timeoutSeconds=1',
  'includeObject=None',
  'includeObject=Metadata',
  'includeObject=Object',
  'includeObject=x',
  'pretty=1',
  'limit=1&continue=x',
  'continue=x',
  'resourceVersionMatch=Exact&resourceVersion=${rv}',
  'sendInitialEvents=x',
  'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
  'sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
  'sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0',
  'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=x',
  'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=99999999&timeoutSeconds=1',
  '%zz',
  'a;b',
  'dryRun=All',
  'fieldManager=x',
  'fieldValidation=x',
]

/** Errors and first events in each form. All combinations of forms, queries and paths would take hours. */
function forms(): Case[] {
  const inForms = (query: string, at: number, path = MAPS): Case =>
    scenario('watch', `forms-${at}`, [
      ...seed(MAPS, map('a', { s: 'in' })),
      ...FORMS.map((headers) => watched(`${path}?watch=true&${query}`, headers, { background: true, lead: 5 })),
      join,
    ])
  const queries = [
    '',
    'labelSelector=!!',
    'resourceVersion=1',
    'resourceVersion=99999999',
    'timeoutSeconds=1',
    'includeObject=x',
    'resourceVersion=x',
  ]
  return [
    ...queries.map((query, at) => inForms(query, at)),
    inForms('', 90, `${CORE}/nothing`),
    inForms('', 91, `${MAPS}/a`),
    inForms('', 92, '/api/v1/nodes'),
  ]
}

const refused = (): Case[] =>
  [{}, { Accept: 'application/yaml' }, TABLE, PARTIAL].map((headers, at) =>
    scenario('watch', `refused-${at}`, [
      ...seed(MAPS, map('a', { s: 'in' })),
      ...REFUSED.map((query) => watching(`${MAPS}?watch=true&${query}`, headers, { lead: 5, watch: { ms: 1300 } })),
      ...REFUSED.map((query) => watching(`${MAPS}/a?watch=true&${query}`, headers, { lead: 5, watch: { ms: 1300 } })),
      ...REFUSED.map((query) =>
        watching(`/api/v1/watch/namespaces/\${ns}/configmaps?${query}`, headers, { lead: 5, watch: { ms: 1300 } }),
      ),
      join,
    ]),
  )

/** Users, impersonation, and permissions by name. */
const callers = (): Case[] => [
  scenario('watch', 'callers', [
    ...seed(MAPS, map('a')),
    post(`${groupPath('rbac.authorization.k8s.io', 'v1')}/roles`, {
      metadata: { name: 'r' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs: ['watch'] }],
    }),
    post(`${groupPath('rbac.authorization.k8s.io', 'v1')}/rolebindings`, {
      metadata: { name: 'r' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      subjects: [{ kind: 'User', name: 'bob' }],
    }),
    pause(500),
    ...[
      { as: 'bob' },
      { as: null },
      { as: 'nobody' },
      { as: 'admin', impersonate: 'bob' },
      { as: 'bob', impersonate: 'alice' },
    ].flatMap((who) =>
      [
        `${MAPS}?watch=true`,
        `${MAPS}?watch=true&fieldSelector=metadata.name%3Da`,
        `${MAPS}?watch=true&fieldSelector=metadata.name%3Da,metadata.namespace%3D\${ns}`,
        `${MAPS}?watch=true&fieldSelector=metadata.name!%3Da`,
        `${MAPS}/a?watch=true`,
        `${MAPS}/a?watch=false`,
        `${MAPS}/b?watch=true`,
        `${MAPS}?watch=0`,
        '/api/v1/watch/namespaces/${ns}/configmaps/a',
        '/api/v1/watch/namespaces/${ns}/configmaps',
        '/api/v1/watch/configmaps',
        '/api/v1/configmaps?watch=true',
      ].flatMap((path) => [
        watched(path, {}, { ...who, background: true, lead: 5 }),
        watched(path, { Accept: 'application/yaml' }, { ...who, background: true, lead: 5 }),
      ]),
    ),
    join,
  ]),
]

const EVENTS = `${CORE}/events`
/** Bookmarks of watches that end after some seconds. */
const bookmarks = (): Case[] => [
  scenario('watch', 'bookmarks', [
    ...seed(MAPS, map('a')),
    ...seed(EVENTS, { metadata: { name: 'e' }, involvedObject: { namespace: '${ns}' } }),
    ...[MAPS, EVENTS, '/api/v1/nodes', `${groupPath('events.k8s.io', 'v1')}/events`].flatMap((path) =>
      [
        'timeoutSeconds=2',
        'timeoutSeconds=3',
        'timeoutSeconds=5',
        'timeoutSeconds=5&resourceVersion=${rv}',
        'timeoutSeconds=5&resourceVersion=0',
        'timeoutSeconds=4&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
        'timeoutSeconds=4&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=0',
        'timeoutSeconds=4&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=${rv}',
        'timeoutSeconds=4&sendInitialEvents=false&resourceVersionMatch=NotOlderThan',
      ].map((query) =>
        watching(`${path}?watch=true&allowWatchBookmarks=true&${query}`, {}, { lead: 5, watch: { ms: 6500 } }),
      ),
    ),
    join,
  ]),
]

/** Cases of watches. */
export const watchScenarios = (): Case[] => [...transitions(), ...forms(), ...refused(), ...callers(), ...bookmarks()]
