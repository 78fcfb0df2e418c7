import type { Case, Step } from '../../../../conformance/case.ts'
import { CORE, get, groupPath, patch, post, put, remove, scenario } from '../steps.ts'

type Members = Record<string, unknown>

const WHOAMI = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const ACCESS = '/apis/authorization.k8s.io/v1'

/** Headers of impersonation, in the order and spelling in which a client sends them. */
const IMPERSONATIONS: readonly Record<string, string | string[]>[] = [
  { 'Impersonate-User': '' },
  { 'Impersonate-User': ['eve', 'mallory'] },
  { 'Impersonate-User': 'eve', 'Impersonate-Group': '' },
  { 'Impersonate-User': 'eve', 'Impersonate-Group': ['', 'g'] },
  { 'Impersonate-User': 'eve', 'Impersonate-Group': ['g', 'g', 'h'] },
  { 'Impersonate-User': 'eve', 'Impersonate-Group': 'a,b' },
  { 'Impersonate-User': 'eve', 'Impersonate-Group': 'system:unauthenticated' },
  { 'Impersonate-User': 'eve', 'Impersonate-Group': 'system:authenticated' },
  { 'Impersonate-User': 'eve', 'Impersonate-Group': ['system:authenticated', 'system:authenticated'] },
  { 'Impersonate-User': 'system:anonymous' },
  { 'Impersonate-User': 'system:anonymous', 'Impersonate-Group': 'x' },
  { 'Impersonate-User': 'system:anonymous', 'Impersonate-Group': 'system:authenticated' },
  { 'Impersonate-User': 'system:serviceaccount:a:b' },
  { 'Impersonate-User': 'system:serviceaccount:a:b', 'Impersonate-Group': 'x' },
  { 'Impersonate-User': 'system:serviceaccount:a' },
  { 'Impersonate-User': 'system:serviceaccount::b' },
  { 'Impersonate-User': 'system:serviceaccount:a:' },
  { 'Impersonate-User': 'system:serviceaccount:A:b' },
  { 'Impersonate-User': 'system:serviceaccount:a:b:c' },
  { 'Impersonate-User': 'system:node:n1', 'Impersonate-Group': 'system:nodes' },
  { 'Impersonate-Uid': 'u' },
  { 'Impersonate-Extra-a': 'b' },
  { 'Impersonate-Group': 'g' },
  { 'Impersonate-User': 'eve', 'Impersonate-Uid': ['u', 'v'] },
  { 'Impersonate-User': 'eve', 'Impersonate-Uid': '' },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-': 'x' },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-A%2fB': 'x' },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-a%2Fb': ['x', 'y', 'x'] },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-a%zz': 'x' },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-a%c3%a9': 'x' },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-a%': 'x' },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-a.b_c-d': '' },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-Key': 'x', 'Impersonate-Extra-key': 'y' },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-a b': 'x' },
  { 'Impersonate-User': 'eve', 'Impersonate-Extra-authentication.kubernetes.io%2fpod-name': 'p' },
  { 'impersonate-user': 'eve', 'IMPERSONATE-GROUP': 'g' },
  { 'Impersonate-User': 'eve', 'Impersonate-Bogus': 'x' },
  { 'Impersonate-User': 'a/b:c d' },
  { 'Impersonate-User': '100%d %<b>&c "q"' },
  { 'Impersonate-User': 'eve', 'Impersonate-Group': '<%v>' },
  { 'Impersonate-Group': '<&%v>' },
  { 'Impersonate-User': 'x'.repeat(300) },
].map((headers) => headers as unknown as Record<string, string | string[]>)

const impersonation = (): Case[] => [
  scenario(
    'impersonation',
    'headers',
    IMPERSONATIONS.flatMap((headers): Step[] => [
      post(WHOAMI, {}, { headers }),
      get(`${CORE}/pods`, { headers }),
      post(`${CORE}/configmaps`, { metadata: { name: 'a' } }, { headers }),
      get('/healthz', { headers }),
      get('/nope', { headers }),
      post(WHOAMI, {}, { headers, as: 'bob' }),
      post(WHOAMI, {}, { headers, as: null }),
      post(`${ACCESS}/selfsubjectrulesreviews`, { spec: { namespace: 'none' } }, { headers, ignore: true }),
      get(`${CORE}/pods?watch=1`, { headers, watch: { ms: 80 } }),
    ]).filter(({ headers }) => !Object.keys(headers as object).some((name) => name.includes(' '))),
  ),
]

const ATTRIBUTES: readonly Members[] = [
  {}, { resourceAttributes: {} }, { resourceAttributes: { verb: 'get' } }, { resourceAttributes: { verb: 'get', resource: 'pods' } }, { resourceAttributes: { verb: 'GET', resource: 'Pods' } }, { resourceAttributes: { verb: '*', resource: '*', group: '*', version: '*', namespace: '' } }, { resourceAttributes: { verb: 'get', resource: 'pods', subresource: 'log', namespace: 'n', name: 'x' } }, { resourceAttributes: { verb: 'get', resource: 'pods/log' } }, { resourceAttributes: { verb: 'get', resource: 'none', group: 'none.io' } }, { resourceAttributes: { verb: 'list', resource: 'nodes', version: 'v9' } }, { nonResourceAttributes: {} }, { nonResourceAttributes: { path: '/healthz' } }, { nonResourceAttributes: { path: '/healthz', verb: 'get' } }, { nonResourceAttributes: { path: 'healthz', verb: 'GET' } }, { nonResourceAttributes: { path: '/api/v1/pods', verb: 'get' } }, { nonResourceAttributes: { path: '', verb: '' } }, { nonResourceAttributes: { path: '/version/', verb: 'get' } }, { nonResourceAttributes: { path: '/openapi/v3/x', verb: 'get' } }, { resourceAttributes: { verb: 'get', resource: 'pods' }, nonResourceAttributes: { path: '/x', verb: 'get' } }, { resourceAttributes: null }, { resourceAttributes: { verb: 1 } }, { resourceAttributes: { verb: 'get', resource: 'pods', labelSelector: {}, fieldSelector: {} } }, { resourceAttributes: { verb: 'impersonate', resource: 'users', name: 'eve' } }, { resourceAttributes: { verb: 'use', resource: 'podsecuritypolicies', group: 'policy' } }, { bogus: 1 },
] // prettier-ignore

const SUBJECTS: readonly Members[] = [
  {}, { user: '' }, { user: 'eve' }, { user: 'eve', groups: [] }, { groups: ['g'] }, { groups: [''] }, { groups: ['system:masters'] }, { user: 'x', groups: ['system:masters', 'system:masters'] }, { user: 'system:serviceaccount:${ns}:default' }, { user: 'system:serviceaccount:${ns}:default', groups: ['system:serviceaccounts:${ns}'] }, { user: 'admin' }, { user: 'bob', extra: { a: ['b'] }, uid: 'u' }, { user: 'bob', extra: { A: null, b: [] } }, { uid: 'u' }, { user: 'system:kube-scheduler' }, { user: 'system:kube-controller-manager', groups: ['x'] }, { user: 'system:node:n1', groups: ['system:nodes'] }, { user: 'system:anonymous', groups: ['system:unauthenticated'] }, { user: 1 }, { groups: 'x' }, { extra: { a: 'b' } },
] // prettier-ignore

const PLACED: readonly Members[] = [{}, { metadata: { name: 'x' } }, { metadata: { namespace: 'x' } }, { metadata: { namespace: '${ns}' } }, { metadata: { generateName: 'x' } }, { metadata: { labels: { a: 'b' } } }, { metadata: { annotations: {}, uid: 'u', finalizers: ['x'] } }, { metadata: null }, { status: { allowed: true } }, { status: { allowed: 'x' } }, { kind: 'TokenReview' }, { apiVersion: 'authorization.k8s.io/v1beta1' }, { spec: null }, { spec: [] }] // prettier-ignore

const local = `${ACCESS}/namespaces/\${ns}/localsubjectaccessreviews`
const reviews = (): Case[] => [
  scenario('reviews', 'access', [
    ...SUBJECTS.flatMap(
      (subject) =>
      ATTRIBUTES.slice(0, 19).map((attributes) => post(`${ACCESS}/subjectaccessreviews`, { spec: { ...subject, ...attributes } })), // prettier-ignore
    ),
    ...ATTRIBUTES.flatMap((spec) => [
      post(`${ACCESS}/selfsubjectaccessreviews`, { spec }),
      post(`${ACCESS}/selfsubjectaccessreviews`, { spec }, { as: 'bob' }),
      post(`${ACCESS}/selfsubjectaccessreviews`, { spec }, { as: null }),
      post(local, { metadata: { namespace: '${ns}' }, spec: { user: 'eve', ...spec } }),
      post(local, { spec: { user: 'eve', ...spec, resourceAttributes: { namespace: '${ns}', ...(spec['resourceAttributes'] as Members) } } }), // prettier-ignore
    ]),
  ]),
  scenario('reviews', 'bodies', [
    ...['subjectaccessreviews', 'selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'localsubjectaccessreviews'].flatMap((name) => {
      const path = name.startsWith('local') ? local : `${ACCESS}/${name}`
      const spec = name === 'selfsubjectrulesreviews' ? { namespace: 'n' } : { ...(name.startsWith('self') ? {} : { user: 'eve' }), resourceAttributes: { verb: 'get', resource: 'pods', namespace: '${ns}' } }
      return PLACED.flatMap((placed) => [
        post(path, { spec, ...placed }),
        post(`${path}?dryRun=All&fieldValidation=Strict`, { spec, ...placed, extra: 1 }),
        post(path, { spec, ...placed }, { as: 'bob', headers: { Accept: 'application/yaml' } }),
      ])
    }),
    ...[{}, { token: '' }, { token: 'admin-token' }, { token: 'bob-token' }, { token: 'x' }, { token: 'a.b.c' }, { token: 'admin-token', audiences: [] }, { token: 'admin-token', audiences: ['x'] }, { token: 'admin-token', audiences: [''] }, { audiences: ['x'] }, { token: 1 }, { token: null }, { token: ' admin-token' }].flatMap((spec) => [
      post('/apis/authentication.k8s.io/v1/tokenreviews', { spec }),
      post('/apis/authentication.k8s.io/v1/tokenreviews?dryRun=All', { spec, metadata: { name: 'n' } }),
      post('/apis/authentication.k8s.io/v1/tokenreviews', { spec, status: { authenticated: true, error: 'e' } }),
      post('/apis/authentication.k8s.io/v1/tokenreviews', { spec }, { as: 'bob' }),
    ]),
    ...PLACED.flatMap((placed) => [post(WHOAMI, placed), post(WHOAMI, { ...placed, bogus: 1 }, { as: 'bob' }), post(`${WHOAMI}?fieldValidation=Strict`, { ...placed, bogus: 1 })]),
  ]), // prettier-ignore
]

const RULES: readonly unknown[] = [
  null, [], [{}], [{ verbs: ['get'] }], [{ verbs: [], resources: ['pods'], apiGroups: [''] }], [{ verbs: ['get'], resources: ['pods'] }], [{ verbs: ['get'], apiGroups: [''] }], [{ verbs: ['get'], nonResourceURLs: ['/x'] }], [{ verbs: ['get'], nonResourceURLs: ['x'] }], [{ verbs: ['get'], nonResourceURLs: ['/x*y'] }], [{ verbs: ['get'], nonResourceURLs: ['*'] }], [{ verbs: ['get'], nonResourceURLs: [''] }], [{ verbs: ['get'], nonResourceURLs: ['/x'], resources: ['pods'], apiGroups: [''] }], [{ verbs: ['get'], nonResourceURLs: ['/x'], resourceNames: ['a'] }], [{ verbs: ['get'], resources: ['pods'], apiGroups: [''], resourceNames: [''] }], [{ verbs: ['get', 'get'], resources: ['pods', 'pods'], apiGroups: ['', ''] }], [{ verbs: [''], resources: [''], apiGroups: [''] }], [{ verbs: ['*'], resources: ['*/status'], apiGroups: ['*'] }], [{ verbs: ['get'], resources: ['pods/*'], apiGroups: [''] }], 'x', [null], [{ verbs: null, resources: ['pods'], apiGroups: [''] }], [{ verbs: ['get'], resources: [null], apiGroups: [''] }], [{ verbs: ['list'], resources: ['pods'], apiGroups: [''], bogus: 1 }],
] // prettier-ignore

const GRANTED: readonly Members[] = [{ verb: 'get' }, { verb: 'list' }, { verb: 'watch' }, { verb: 'create' }, { verb: 'delete' }, { verb: 'deletecollection' }, { verb: 'patch' }, { verb: 'update' }, { verb: '*' }] // prettier-ignore

const access = (): Case[] => [
  scenario('rbac', 'rules', [
    ...RULES.flatMap((rules) => [
      post(`${RBAC}/clusterroles?dryRun=All`, { metadata: { name: 'x:y' }, rules }),
      post(`${RBAC}/namespaces/\${ns}/roles?dryRun=All`, { metadata: { name: 'x' }, rules }),
      post(`${RBAC}/clusterroles?dryRun=All&fieldValidation=Strict`, { metadata: { generateName: 'x/' }, rules, aggregationRule: {} }), // prettier-ignore
      post(`${RBAC}/clusterroles?dryRun=All`, { metadata: { name: 'x' }, rules, aggregationRule: { clusterRoleSelectors: [{}] } }), // prettier-ignore
      post(`${RBAC}/namespaces/\${ns}/roles?dryRun=All`, { metadata: { name: 'x' }, rules }, { as: 'bob' }),
    ]),
    ...[null, {}, [], { clusterRoleSelectors: [] }, { clusterRoleSelectors: null }, { clusterRoleSelectors: [{ matchLabels: { 'a b': 'c' } }] }, { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'In' }] }] }, { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'X', values: ['b'] }] }] }].map((aggregationRule) => post(`${RBAC}/clusterroles?dryRun=All`, { metadata: { name: 'x' }, aggregationRule })),
  ]), // prettier-ignore
  scenario(
    'rbac',
    'grants',
    GRANTED.flatMap(({ verb }, at) => {
      const role = `${RBAC}/namespaces/\${ns}/roles`
      const ask = { as: 'bob' }
      return [
        post(role, { metadata: { name: `r${at}` }, rules: [{ verbs: [verb], resources: ['configmaps', 'pods/log', 'deployments/scale'], apiGroups: ['', 'apps'] }] }), // prettier-ignore
        post(`${RBAC}/namespaces/\${ns}/rolebindings`, { metadata: { name: 'b' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: `r${at}` }, subjects: [{ kind: 'User', name: 'bob' }] }), // prettier-ignore
        { sleep: 150 },
        get(`${CORE}/configmaps`, ask),
        get(`${CORE}/configmaps/x`, ask),
        get(`${CORE}/configmaps?watch=1`, { ...ask, watch: { ms: 80 } }),
        get(`/api/v1/watch/namespaces/\${ns}/configmaps/x`, { ...ask, watch: { ms: 80 } }),
        get(`${CORE}/configmaps?fieldSelector=metadata.name=x`, ask),
        post(`${CORE}/configmaps?dryRun=All`, { metadata: { name: 'x' } }, ask),
        put(`${CORE}/configmaps/x?dryRun=All`, { metadata: { name: 'x' } }, ask),
        patch(`${CORE}/configmaps/x?dryRun=All`, {}, ask),
        patch(`${CORE}/configmaps/x?dryRun=All&fieldManager=m`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }, { ...ask, type: 'apply' }), // prettier-ignore
        remove(`${CORE}/configmaps/x?dryRun=All`, ask),
        remove(`${CORE}/configmaps?dryRun=All`, ask),
        get(`${CORE}/pods/p/log`, ask),
        get(`${CORE}/pods`, ask),
        get(`${groupPath('apps', 'v1')}/deployments/d/scale`, ask),
        put(`${groupPath('apps', 'v1')}/deployments/d/scale`, { metadata: { name: 'd' } }, ask),
        get('/api/v1/configmaps', ask),
        post(`${ACCESS}/selfsubjectrulesreviews`, { spec: { namespace: '${ns}' } }, { ...ask, unordered: ['status.resourceRules', 'status.nonResourceRules'] }), // prettier-ignore
        remove(`${RBAC}/namespaces/\${ns}/rolebindings/b`),
        { sleep: 100 },
      ] as Step[]
    }),
  ),
]

/** Impersonation headers, reviews and rules. */
export const accessQuestions = (): Case[] => [...impersonation(), ...reviews(), ...access()]
