import type { Case, Step } from '../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from './steps.ts'

/** Subresources of an empty name, and paths that no route has. */
const NAMELESS: readonly string[] = [
  ...['log', 'status', 'exec', 'binding', 'eviction', 'proxy', 'proxy/x', 'nope'].map(
    (name) => `${CORE}/pods//${name}`,
  ),
  ...['scale', 'status'].map((name) => `${groupPath('apps', 'v1')}/deployments//${name}`),
  '/api/v1/namespaces//status',
  '/api/v1/namespaces//finalize',
  '/api/v1/nodes//status',
  `${CORE}/serviceaccounts//token`,
  `${CORE}/configmaps//x`,
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions//status',
]

const every = (path: string): readonly Step[] => [
  get(path),
  post(path, {}),
  put(path, {}),
  patch(path, {}),
  remove(path),
]

const proxied = (resource: string, name: string): readonly string[] =>
  [
    name,
    `http:${name}:80`,
    `https:${name}:`,
    `:${name}:80`,
    `${name}:80`,
    `ftp:${name}:80`,
    `http:${name}`,
    'a:b:c:d',
    'http::80',
    `${name}:web`,
    `${name}:`,
  ].map((form) => `${resource === 'nodes' ? '/api/v1' : CORE}/${resource}/${form}/proxy`)

const GROUPS: readonly string[] = ['apps', 'apiregistration.k8s.io', 'apiextensions.k8s.io', 'none.example.com']
const DOCUMENTS: readonly string[] = [
  ...GROUPS.flatMap((group) => ['', '/', '//'].map((end) => `/apis/${group}${end}`)),
  '/apis//',
  '/apis///',
  '/apis//v1',
  '/apis//apps',
  '/apis//apps/v1',
  '/apis/apps//v1',
  '/apis//v1/pods',
]

const WATCHES: readonly string[] = ['pods/x/y', 'pods/x/status'].map(
  (rest) => `/api/v1/watch/namespaces/\${ns}/${rest}`,
)

/** Empty names, forms of proxied names, slashes of group documents, and old watch paths of subresources. */
export const pathScenarios = (): Case[] => [
  scenario('paths', 'nameless', NAMELESS.flatMap(every)),
  scenario('paths', 'proxied', [
    post(`${CORE}/pods`, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
    ...[proxied('pods', 'p'), proxied('pods', 'x'), proxied('services', 'x'), proxied('nodes', 'x')]
      .flat()
      .flatMap((path) => [get(path), post(path, {})]),
  ]),
  scenario('paths', 'documents', [
    ...DOCUMENTS.flatMap((path) => [get(path), get(path, { headers: { Accept: 'text/html' } }), post(path, {})]),
    ...WATCHES.flatMap((path) => [get(path, { as: 'bob' }), get(path, { as: 'admin' })]),
  ]),
]
