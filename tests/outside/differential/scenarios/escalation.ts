import type { Case, Step } from '../../../conformance/case.ts'
import { get, groupPath, patch, post, put, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const OWN = groupPath('rbac.authorization.k8s.io', 'v1')
const GRANTER = { as: 'bob' } as const
const rule = (resources: readonly string[], verbs: readonly string[], more: Members = {}): Members => ({
  apiGroups: [''],
  resources,
  verbs,
  ...more,
})
const urls = (verbs: readonly string[], ...paths: string[]): Members => ({ nonResourceURLs: paths, verbs })

/** The rights of the caller, beside the right to write roles and bindings. */
const HELD: readonly Members[] = [
  rule(['pods', 'pods/log'], ['get', 'list', 'watch']),
  rule(['secrets'], ['get'], { resourceNames: ['a', 'b'] }),
  rule(['*'], ['list'], { apiGroups: ['apps'] }),
  rule(['*/scale'], ['*'], { apiGroups: ['apps', 'extensions'] }),
  rule(['jobs'], ['*'], { apiGroups: ['batch'] }),
  urls(['get'], '/healthz', '/logs/*'),
  urls(['*'], '/metrics'),
]
const WRITER: readonly Members[] = [
  rule(['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'], ['*'], { apiGroups: ['rbac.authorization.k8s.io'] }),
] // prettier-ignore

/** Rules, some of which exceed the rights of the caller. */
const ASKED: readonly (readonly Members[])[] = [
  [],
  [rule(['pods'], ['get'])],
  [rule(['pods'], ['get', 'delete'])],
  [rule(['pods', 'services'], ['get', 'create', 'get'])],
  [rule(['pods/exec', 'pods/log'], ['get'])],
  [rule(['*'], ['get'])],
  [rule(['pods'], ['*'])],
  [rule(['secrets'], ['get'], { resourceNames: ['a'] })],
  [rule(['secrets'], ['get'], { resourceNames: ['a', 'c'] })],
  [rule(['secrets'], ['get'])],
  [rule(['secrets'], ['get', 'list'], { resourceNames: ['a', 'b'] })],
  [rule(['deployments'], ['list'], { apiGroups: ['apps'] })],
  [rule(['deployments/scale', 'x/scale'], ['patch'], { apiGroups: ['apps'] })],
  [rule(['deployments/status'], ['patch'], { apiGroups: ['apps', 'batch'] })],
  [rule(['jobs'], ['x', '*'], { apiGroups: ['batch'] })],
  [rule(['jobs', 'cronjobs'], ['get'], { apiGroups: ['*'] })],
  [rule(['pods'], ['get'], { apiGroups: ['', 'apps'] })],
  [rule(['pods'], ['get']), rule(['nodes'], ['get']), rule(['nodes'], ['list']), rule(['pods'], ['list'])],
  [rule(['b', 'a'], ['z', 'y']), rule(['c'], ['x'], { resourceNames: ['q', 'p'] })],
  [rule(['pods'], [])],
]
const ASKED_URLS: readonly (readonly Members[])[] = [
  [urls(['get'], '/healthz')],
  [urls(['get'], '/healthz/x')],
  [urls(['get'], '/logs/a', '/logs/*')],
  [urls(['get', 'post'], '/logs/*')],
  [urls(['get'], '/logs')],
  [urls(['*'], '/metrics', '/metrics/*')],
  [urls(['get'], '*')],
  [urls(['get'], '/a', '/b'), rule(['nodes'], ['get'])],
]

const role = (name: string, rules: readonly unknown[], more: Members = {}): Members => ({ metadata: { name }, rules, ...more }) // prettier-ignore
const binding = (kind: string, name: string, metadata: Members = { name: 'e-b' }): Members => ({
  metadata,
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
  subjects: [{ kind: 'User', name: 'x' }],
})

/** Gives the caller the rights of the rules, in the namespace of the case or everywhere. */
const given = (isClusterWide: boolean, name: string, rules: readonly unknown[]): Step[] => {
  const subjects = [{ kind: 'User', name: 'bob' }]
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name }
  const path = isClusterWide ? `${RBAC}/clusterrolebindings` : `${OWN}/rolebindings`
  return [
    post(`${RBAC}/clusterroles`, role(name, rules)),
    post(path, { metadata: { name }, roleRef, subjects }),
    get(`${OWN}/roles`, { ...GRANTER, until: { equals: 200, ms: 10_000 }, ignore: true }),
  ]
}

const asked = (roles: string, name: string, rules: readonly (readonly Members[])[]): Step[] =>
  rules.flatMap((some) => [
    post(`${roles}?dryRun=All`, role(`${name}-new`, some), GRANTER),
    put(`${roles}/${name}?dryRun=All`, role(name, some), GRANTER),
    patch(`${roles}/${name}?dryRun=All`, { rules: some }, GRANTER),
    patch(`${roles}/${name}?dryRun=All`, [{ op: 'add', path: '/rules', value: some }], { type: 'json', ...GRANTER }),
  ])

const grants = (isClusterWide: boolean): Case => {
  const name = `e-grants-${isClusterWide ? 'cluster' : 'own'}`
  const roles = isClusterWide ? `${RBAC}/clusterroles` : `${OWN}/roles`
  return scenario(
    'rbac',
    name,
    [
      ...given(isClusterWide, name, [...HELD, ...WRITER]),
      post(roles, role(`${name}-r`, [rule(['nodes'], ['get'])])),
      ...asked(roles, `${name}-r`, [...ASKED, ...(isClusterWide ? ASKED_URLS : [])]),
      patch(`${roles}/${name}-r?dryRun=All`, { metadata: { labels: { a: 'b' } } }, GRANTER),
      put(`${roles}/${name}-r?dryRun=All`, role(`${name}-r`, [rule(['nodes'], ['get'])]), GRANTER),
      put(
        `${roles}/${name}-r?dryRun=All`,
        role(`${name}-r`, [rule(['nodes'], ['get'], { resourceNames: ['a'] })]),
        GRANTER,
      ),
      patch(`${roles}/${name}-a?dryRun=All&fieldManager=m`, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: isClusterWide ? 'ClusterRole' : 'Role', metadata: { name: `${name}-a` }, rules: ASKED[3] }, { type: 'apply', ...GRANTER }), // prettier-ignore
      ...(isClusterWide
        ? [
            post(`${roles}?dryRun=All`, role(`${name}-agg`, [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } }), GRANTER), // prettier-ignore
            patch(`${roles}/${name}-r?dryRun=All`, { aggregationRule: { clusterRoleSelectors: [{}] } }, GRANTER),
          ]
        : []),
      remove(`${roles}/${name}-r?dryRun=All`, GRANTER),
    ],
    { cleanup: [`${RBAC}/clusterroles/${name}`, `${RBAC}/clusterrolebindings/${name}`, `${RBAC}/clusterroles/${name}-r`] }, // prettier-ignore
  )
}

const REFERENCES: readonly (readonly [kind: string, name: string])[] = [
  ['ClusterRole', 'view'],
  ['ClusterRole', 'e-weak'],
  ['ClusterRole', 'cluster-admin'],
  ['ClusterRole', 'system:discovery'],
  ['ClusterRole', 'none'],
  ['Role', 'strong'],
  ['Role', 'weak'],
  ['Role', 'none'],
]

const bindings = (isClusterWide: boolean): Case => {
  const name = `e-binds-${isClusterWide ? 'cluster' : 'own'}`
  const path = isClusterWide ? `${RBAC}/clusterrolebindings` : `${OWN}/rolebindings`
  return scenario(
    'rbac',
    name,
    [
      ...given(isClusterWide, name, [...HELD, ...WRITER]),
      post(`${RBAC}/clusterroles`, role('e-weak', [rule(['pods'], ['get'])])),
      post(`${OWN}/roles`, role('strong', [rule(['nodes'], ['get']), rule(['pods'], ['delete'])])),
      post(`${OWN}/roles`, role('weak', [rule(['pods'], ['get'])])),
      ...REFERENCES.flatMap(([kind, to]) => [
        post(`${path}?dryRun=All`, binding(kind, to), GRANTER),
        post(`${path}?dryRun=All`, binding(kind, to, { generateName: 'e-b-' }), { impersonate: 'system:serviceaccount:a:b' }), // prettier-ignore
      ]),
      post(path, binding('ClusterRole', 'cluster-admin', { name: `${name}-b` })),
      patch(`${path}/${name}-b?dryRun=All`, { metadata: { labels: { a: 'b' } } }, GRANTER),
      patch(`${path}/${name}-b?dryRun=All`, { subjects: [{ kind: 'Group', name: 'g' }] }, GRANTER),
      patch(`${path}/${name}-b?dryRun=All`, { subjects: null }, GRANTER),
      patch(`${path}/${name}-b?dryRun=All`, { roleRef: { name: 'view' } }, GRANTER),
      remove(`${path}/${name}-b`),
    ],
    { cleanup: [`${RBAC}/clusterroles/${name}`, `${RBAC}/clusterrolebindings/${name}`, `${RBAC}/clusterroles/e-weak`] },
  )
}

/** Rules with the verbs that permit escalation, for few and for many resources. */
const LIFTED: readonly (readonly Members[])[] = [
  [rule(['roles', 'clusterroles'], ['escalate'], { apiGroups: ['rbac.authorization.k8s.io'] })],
  [rule(['roles', 'clusterroles'], ['escalate'], { apiGroups: ['rbac.authorization.k8s.io'], resourceNames: ['e-new'] })],
  [rule(['roles', 'clusterroles'], ['bind'], { apiGroups: ['rbac.authorization.k8s.io'] })],
  [rule(['roles', 'clusterroles'], ['bind'], { apiGroups: ['rbac.authorization.k8s.io'], resourceNames: ['cluster-admin', 'strong'] })],
  [rule(['*'], ['*'], { apiGroups: ['rbac.authorization.k8s.io'] })],
  [rule(['*'], ['*'], { apiGroups: ['*'] })],
] // prettier-ignore

const lifted = (): Case[] =>
  LIFTED.flatMap((rules, at) =>
    [true, false].map((isClusterWide) => {
      const name = `e-lifted-${at}-${isClusterWide ? 'cluster' : 'own'}`
      return scenario(
        'rbac',
        name,
        [
          ...given(isClusterWide, name, [...rules, ...WRITER.map((one) => ({ ...one, verbs: ['create', 'list', 'update', 'get'] }))]), // prettier-ignore
          post(`${OWN}/roles`, role('strong', [rule(['nodes'], ['get'])])),
          ...[`${OWN}/roles`, `${RBAC}/clusterroles`].flatMap((roles) => [
            post(`${roles}?dryRun=All`, role('e-new', ASKED[6] ?? []), GRANTER),
            post(`${roles}?dryRun=All`, role('e-other', ASKED[6] ?? []), GRANTER),
          ]),
          ...[`${OWN}/rolebindings`, `${RBAC}/clusterrolebindings`].flatMap((path) => [
            post(`${path}?dryRun=All`, binding('ClusterRole', 'cluster-admin'), GRANTER),
            post(`${path}?dryRun=All`, binding('ClusterRole', 'view'), GRANTER),
            post(`${path}?dryRun=All`, binding('ClusterRole', 'none'), GRANTER),
          ]),
          post(`${OWN}/rolebindings?dryRun=All`, binding('Role', 'strong'), GRANTER),
          post(`${OWN}/rolebindings?dryRun=All`, binding('Role', 'none'), GRANTER),
        ],
        { cleanup: [`${RBAC}/clusterroles/${name}`, `${RBAC}/clusterrolebindings/${name}`] },
      )
    }),
  )

/** Roles and bindings, written by a user with only a part of the rights that they grant. */
export const escalationScenarios = (): Case[] => [
  grants(true),
  grants(false),
  bindings(true),
  bindings(false),
  ...lifted(),
]
