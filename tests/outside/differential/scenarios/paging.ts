import type { Case, Step } from '../../../conformance/case.ts'
import { CORE, get, groupPath, pause, post, put, remove, scenario, watched } from './steps.ts'

const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
const PARTIAL = { Accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' }
const token = (members: unknown): string => Buffer.from(JSON.stringify(members)).toString('base64url')
const NAMES = ['a', 'b', 'c', 'd', 'e']
const cms = `${CORE}/configmaps`
const object = (name: string, more: object = {}) => ({ metadata: { name, labels: { n: name } }, ...more })
const saved = { next: 'metadata.continue', rv: 'metadata.resourceVersion' }

/** Tokens that a client made itself. */
const MADE: readonly unknown[] = [
  {},
  { v: 'meta.k8s.io/v1' },
  { v: 'meta.k8s.io/v1', rv: 0, start: 'a' },
  { v: 'meta.k8s.io/v1', rv: -1, start: 'a' },
  { v: 'meta.k8s.io/v1', rv: 1 },
  { v: 'meta.k8s.io/v1', rv: 1, start: '' },
  { v: 'meta.k8s.io/v1', rv: 1, start: '../a' },
  { v: 'meta.k8s.io/v1', rv: 1, start: '/a' },
  { v: 'meta.k8s.io/v1', rv: 1, start: 'a/../b' },
  { v: 'meta.k8s.io/v1', rv: 99999999, start: 'a' },
  { v: 'meta.k8s.io/v1', rv: '1', start: 'a' },
  { v: 'meta.k8s.io/v1', rv: 1.5, start: 'a' },
  { v: 'meta.k8s.io/v1', rv: -1, start: 'c\u0000' },
  { v: 'meta.k8s.io/v2', rv: 1, start: 'a' },
  { V: 'meta.k8s.io/v1', RV: -1, START: 'b' },
  { v: 'meta.k8s.io/v1', rv: -1, start: 'b', more: 1 },
  [],
  'a',
  null,
]

const PARAMETERS: readonly string[] = [
  'limit=2&resourceVersion=${rv}',
  'limit=2&resourceVersion=${rv}&resourceVersionMatch=Exact',
  'limit=2&resourceVersion=${rv}&resourceVersionMatch=NotOlderThan',
  'limit=2&resourceVersion=0&resourceVersionMatch=NotOlderThan',
  'limit=2&resourceVersionMatch=Exact',
  'limit=2&continue=${next}&resourceVersion=${rv}',
  'limit=2&continue=${next}&resourceVersion=0',
  'limit=2&continue=${next}&resourceVersionMatch=Exact',
  'continue=${next}',
  'limit=1&continue=${next}&labelSelector=n%3De',
  'limit=1&continue=${next}&labelSelector=n',
  'limit=0&continue=${next}',
  'limit=-5&continue=${next}',
  'limit=x&continue=${next}',
  'limit=99999999999999999999&continue=${next}',
  'limit=2&continue=${next}x',
  'limit=2&continue=%20',
  'limit=2&continue=!!',
  'limit=2&continue=e30=',
  'limit=2&limit=3&continue=${next}',
  'watch=1&limit=2&continue=${next}&timeoutSeconds=1',
]

const pages = (path: string): Step[] => [
  get(`${path}?limit=2`, { save: saved }),
  ...PARAMETERS.flatMap((query) => [
    get(`${path}?${query}`),
    get(`${path}?${query}`, { headers: TABLE }),
    get(`${path}?${query}`, { headers: PARTIAL }),
  ]),
  ...MADE.map((made) => get(`${path}?limit=2&continue=${token(made)}`)),
]

const changed = (): Case =>
  scenario('list', 'paging-changed', [
    ...NAMES.map((name) => post(cms, object(name))),
    get(`${cms}?limit=2`, { save: saved }),
    remove(`${cms}/c`),
    post(cms, object('bb')),
    put(`${cms}/d`, object('d', { data: { a: 'b' } })),
    get(`${cms}?limit=2&continue=\${next}`, { save: { next2: 'metadata.continue' } }),
    get(`${cms}?limit=2&continue=\${next2}`),
    get(`${cms}?limit=2&continue=\${next2}`, { headers: TABLE }),
    get(`${cms}?resourceVersion=\${rv}&resourceVersionMatch=Exact`),
    get(`${cms}?resourceVersion=\${rv}&resourceVersionMatch=NotOlderThan`),
    get(`${cms}?resourceVersion=\${rv}&resourceVersionMatch=Exact&labelSelector=n+in+(c,d)`),
    get(`${cms}?resourceVersion=\${rv}&resourceVersionMatch=Exact&fieldSelector=metadata.name%3Dc`),
    get(`${cms}?resourceVersion=\${rv}&resourceVersionMatch=Exact&limit=3`, { save: { next3: 'metadata.continue' } }),
    get(`${cms}?continue=\${next3}`),
    get(`${cms}/c?resourceVersion=\${rv}`),
    get(`${cms}/d?resourceVersion=\${rv}`),
    get(`${cms}/d?resourceVersion=\${rv}&resourceVersionMatch=Exact`),
    remove(`${cms}?limit=2`),
    get(`${cms}?limit=2`, { save: saved }),
    remove(`${cms}?continue=\${next}`),
    remove(`${cms}?limit=1&continue=\${next}`),
    get(cms),
  ])

const secrets = `${CORE}/secrets`
const leases = `${groupPath('coordination.k8s.io', 'v1')}/leases`

/** Watches that request bookmarks and the first state. */
const BOOKMARKS: readonly string[] = [
  'watch=1&allowWatchBookmarks=true',
  'watch=1&allowWatchBookmarks=true&resourceVersion=0',
  'watch=1&allowWatchBookmarks=true&resourceVersion=${rv}',
  'watch=1&allowWatchBookmarks=maybe&resourceVersion=${rv}',
  'watch=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
  'watch=1&allowWatchBookmarks=false&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
  'watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan',
  'watch=1&sendInitialEvents=true',
  'watch=1&sendInitialEvents=true&resourceVersionMatch=Exact',
  'watch=1&resourceVersionMatch=NotOlderThan',
  'watch=1&resourceVersionMatch=NotOlderThan&resourceVersion=0',
  'sendInitialEvents=true',
  'sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0',
  'watch=1&timeoutSeconds=1&allowWatchBookmarks=true&resourceVersion=${rv}',
  'watch=1&timeoutSeconds=1&allowWatchBookmarks=true',
  'watch=1&timeoutSeconds=0&resourceVersion=${rv}',
  'watch=true&resourceVersion=99999999',
  'watch=true&resourceVersion=-1',
  'watch=true&resourceVersion=a',
  'watch=t&resourceVersion=${rv}',
  'watch=yes&resourceVersion=${rv}',
  'watch&resourceVersion=${rv}',
  'watch=1&watch=0',
  'watch=0&watch=1',
]
const bookmarks = (path: string): Step[] => [
  ...['a', 'b'].map((name) => post(path, object(name))),
  get(path, { save: { rv: 'metadata.resourceVersion' } }),
  ...BOOKMARKS.flatMap((query) => [watched(`${path}?${query}`), watched(`${path}?${query}`, TABLE)]),
]

/** Lists in pages, with changes between them and with tokens of other lists, and the parameters of watches. */
export const pagingScenarios = (): Case[] => [
  changed(),
  scenario('list', 'paging-configmaps', [...NAMES.map((name) => post(cms, object(name))), ...pages(cms), pause(1)]),
  scenario('list', 'paging-secrets', [
    ...NAMES.map((name) => post(secrets, object(name))),
    ...pages(secrets),
    get(`${cms}?limit=2&continue=\${next}`),
    get(`/api/v1/secrets?limit=2&continue=\${next}`, { ignore: true }),
  ]),
  scenario('list', 'paging-leases', [...NAMES.map((name) => post(leases, object(name))), ...pages(leases)]),
  scenario('watch', 'paging-bookmarks-configmaps', bookmarks(cms)),
  scenario('watch', 'paging-bookmarks-leases', bookmarks(leases)),
]
