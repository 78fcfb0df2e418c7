import type { Case, Step } from '../../../conformance/case.ts'
import { get, groupPath, patch, post, put, remove, scenario } from './steps.ts'

type Members = Record<string, unknown>

const AUTHORIZATION = '/apis/authorization.k8s.io/v1'
const AUTHENTICATION = '/apis/authentication.k8s.io/v1'
const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const ROLES = `${groupPath('rbac.authorization.k8s.io', 'v1')}/roles`
const BINDINGS = `${groupPath('rbac.authorization.k8s.io', 'v1')}/rolebindings`
const CSRS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }

const RESOURCES: readonly Members[] = [
  { verb: 'get', resource: 'pods' },
  { verb: 'get', resource: 'pods', namespace: '${ns}', name: 'a', subresource: 'log' },
  { verb: '*', resource: '*', group: '*' },
  { verb: 'get', resource: 'pods', version: 'x', group: 'x' },
  { verb: '', resource: '' },
  { verb: 'get', resource: 'pods', fieldSelector: { rawSelector: 'a=b' } },
  { verb: 'use', resource: 'x', bogus: 1 },
]
const SPECS: readonly Members[] = [
  ...RESOURCES.map((resourceAttributes) => ({ resourceAttributes, user: 'alice', groups: ['system:masters'] })),
  ...RESOURCES.map((resourceAttributes) => ({ resourceAttributes, user: 'nobody', groups: ['', 'a'] })),
  { nonResourceAttributes: { path: '/healthz', verb: 'get' }, user: 'bob' },
  { nonResourceAttributes: { path: '', verb: '' }, user: 'bob' },
  { nonResourceAttributes: { path: '/healthz', verb: 'get' }, resourceAttributes: { verb: 'get' }, user: 'bob' },
  { user: 'bob' },
  { resourceAttributes: { verb: 'get' } },
  { resourceAttributes: { verb: 'get' }, groups: ['system:masters'], extra: { A: ['b'], 'x/y': [] }, uid: 'u' },
  { resourceAttributes: null, nonResourceAttributes: null },
  {},
]
const KINDS: readonly (readonly [path: string, kind: string])[] = [
  [`${AUTHORIZATION}/subjectaccessreviews`, 'SubjectAccessReview'],
  [`${AUTHORIZATION}/selfsubjectaccessreviews`, 'SelfSubjectAccessReview'],
  [`${AUTHORIZATION}/namespaces/\${ns}/localsubjectaccessreviews`, 'LocalSubjectAccessReview'],
]

const reviews = (): Case[] =>
  KINDS.map(([path, kind], at) =>
    scenario('authz', `reviews-${at}`, [
      ...SPECS.flatMap((spec) => [
        post(path, { spec }),
        post(path, { apiVersion: 'authorization.k8s.io/v1', kind, spec, metadata: { name: 'n', namespace: '${ns}' } }),
        post(`${path}?dryRun=All&fieldValidation=Strict&pretty=true`, { kind, spec, status: { allowed: true } }),
        post(path, { spec }, { headers: TABLE }),
        post(path, { spec }, { as: 'bob' }),
      ]),
      ...['{', '', 'null', '[]', '"a"'].map((body): Step => ({ method: 'POST', path, body })),
      ...['GET', 'PUT', 'DELETE', 'PATCH'].map((method): Step => ({ method, path })),
    ]),
  )

const identities = (): Case[] => [
  scenario('authn', 'identities', [
    ...[{ as: 'alice' }, { as: 'bob' }, { as: null }, { as: 'admin', impersonate: 'x' }].flatMap((who) =>
      ['v1', 'v1beta1'].flatMap((version) => [
        post(`/apis/authentication.k8s.io/${version}/selfsubjectreviews`, {}, who),
        post(
          `/apis/authentication.k8s.io/${version}/selfsubjectreviews`,
          { metadata: { name: 'a' } },
          { ...who, headers: TABLE },
        ),
      ]),
    ),
    ...[
      {},
      { token: '' },
      { token: 'x' },
      { token: 'alice-token' },
      { token: 'bob-token', audiences: ['a'] },
      { audiences: [''] },
    ].map((spec) => post(`${AUTHENTICATION}/tokenreviews`, { spec })),
    ...[
      {},
      { spec: {} },
      { spec: { audiences: [] } },
      { spec: { expirationSeconds: 1 } },
      { spec: { expirationSeconds: 599 } },
      { spec: { expirationSeconds: 4294967297 } },
      { spec: { audiences: ['a'], expirationSeconds: 600 }, metadata: { name: 'default' } },
      { metadata: { name: 'other' } },
      { metadata: { namespace: 'other' } },
      { spec: { boundObjectRef: {} } },
      { spec: { boundObjectRef: { kind: 'Pod', name: 'none', apiVersion: 'v1' } } },
      { spec: { boundObjectRef: { kind: 'Secret', name: 'none' } } },
      { spec: { boundObjectRef: { kind: 'Node', name: 'none', apiVersion: 'v1' } } },
      { spec: { boundObjectRef: { kind: 'ConfigMap', name: 'none', apiVersion: 'v1' } } },
      { spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v2', uid: 'x' } } },
    ].flatMap((body) =>
      ['', '?dryRun=All', '?fieldValidation=Strict'].map((query) =>
        post(`/api/v1/namespaces/\${ns}/serviceaccounts/default/token${query}`, body, { jwt: 'status.token' }),
      ),
    ),
    ...[
      'Impersonate-User',
      'Impersonate-Group',
      'Impersonate-Uid',
      'Impersonate-Extra-A',
      'Impersonate-Extra-%zz',
    ].flatMap((name) =>
      [
        '',
        'a',
        'system:serviceaccount:x',
        'system:serviceaccount:a:b',
        'system:masters',
        'ä'.normalize('NFD').slice(0, 1),
      ].map((value) =>
        post(`${AUTHENTICATION}/selfsubjectreviews`, {}, { headers: { 'Impersonate-User': 'x', [name]: value } }),
      ),
    ),
  ]),
]

const RULES: readonly unknown[] = [
  { apiGroups: [''], resources: ['pods'], verbs: ['get'] },
  { apiGroups: [''], resources: ['pods'], verbs: [] },
  { resources: ['pods'], verbs: ['get'] },
  { apiGroups: [''], verbs: ['get'] },
  { nonResourceURLs: ['/x'], verbs: ['get'] },
  { nonResourceURLs: ['x*y'], verbs: ['get'], apiGroups: [''] },
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'], resourceNames: ['a', ''] },
  { apiGroups: [''], resources: ['pods/log', '*/scale'], verbs: ['get', 'get'] },
  {},
  null,
]
const SUBJECTS: readonly unknown[] = [
  { kind: 'User', name: 'a' },
  { kind: 'User', name: 'a', apiGroup: 'x' },
  { kind: 'Group', name: '' },
  { kind: 'Group', name: 'a', namespace: 'x' },
  { kind: 'ServiceAccount', name: 'a' },
  { kind: 'ServiceAccount', name: 'A', namespace: 'x', apiGroup: 'rbac.authorization.k8s.io' },
  { kind: 'ServiceAccount', name: 'a', namespace: 'x' },
  { kind: 'Pod', name: 'a' },
  {},
  null,
]
const REFERENCES: readonly unknown[] = [
  { kind: 'Role', name: 'r', apiGroup: 'rbac.authorization.k8s.io' },
  { kind: 'ClusterRole', name: 'view' },
  { kind: 'ClusterRole', name: 'none', apiGroup: 'x' },
  { kind: 'Pod', name: 'r' },
  { kind: 'Role', name: '' },
  { kind: 'Role', name: 'a/b' },
  {},
]

/** Roles and bindings of every shape, by an administrator and by users who may grant little. */
const roles = (): Case[] => [
  scenario('authz', 'roles', [
    ...RULES.flatMap((rule) => [
      post(`${ROLES}?dryRun=All`, { metadata: { name: 'a:b' }, rules: [rule] }),
      post(`${RBAC}/clusterroles?dryRun=All`, { metadata: { name: 'a%b' }, rules: [rule] }),
      post(`${ROLES}?dryRun=All`, { metadata: { name: 'r' }, rules: [rule, rule] }, { as: 'bob' }),
    ]),
    post(`${RBAC}/clusterroles?dryRun=All`, {
      metadata: { name: 'agg' },
      aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'X' }] }, {}] },
      rules: [RULES[0]],
    }),
    post(`${RBAC}/clusterroles?dryRun=All`, { metadata: { name: 'agg' }, aggregationRule: {} }),
    ...SUBJECTS.map((subject) =>
      post(`${BINDINGS}?dryRun=All`, { metadata: { name: 'b' }, roleRef: REFERENCES[1], subjects: [subject] }),
    ),
    ...SUBJECTS.map((subject) =>
      post(`${RBAC}/clusterrolebindings?dryRun=All`, {
        metadata: { name: '${ns}' },
        roleRef: REFERENCES[1],
        subjects: [subject],
      }),
    ),
    ...REFERENCES.flatMap((roleRef) =>
      [BINDINGS, `${RBAC}/clusterrolebindings`].flatMap((path) => [
        post(`${path}?dryRun=All`, { metadata: { name: 'b' }, roleRef, subjects: [SUBJECTS[0]] }),
        post(`${path}?dryRun=All`, { metadata: { name: 'b' }, roleRef }, { impersonate: 'nobody' }),
      ]),
    ),
    post(BINDINGS, { metadata: { name: 'b' }, roleRef: REFERENCES[1], subjects: [SUBJECTS[0]] }),
    ...REFERENCES.map((roleRef) => put(`${BINDINGS}/b?dryRun=All`, { metadata: { name: 'b' }, roleRef })),
    ...REFERENCES.map((roleRef) => patch(`${BINDINGS}/b?dryRun=All`, { roleRef })),
    patch(`${BINDINGS}/b?dryRun=All`, { subjects: [SUBJECTS[1]] }, { type: 'strategic' }),
    patch(
      `${BINDINGS}/b?dryRun=All&fieldManager=m`,
      { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', roleRef: REFERENCES[0] },
      { type: 'apply' },
    ),
    get(`${BINDINGS}/b`, { headers: TABLE }),
    remove(`${BINDINGS}/b`),
  ]),
]

const CSR_SPECS: readonly Members[] = [
  {},
  { request: 'YQ==' },
  { request: 'YQ==', signerName: 'a.b/c' },
  { request: 'YQ==', signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] },
  { request: 'x', signerName: 'a' },
  { request: 'YQ==', signerName: 'a.b/c', usages: ['x', 'any', 'any'], expirationSeconds: 599 },
  { request: 'YQ==', signerName: 'A.b/c', usages: [''], username: 'x', groups: ['y'], extra: { a: ['b'] } },
  { request: 'YQ==', signerName: 'kubernetes.io/legacy-unknown', usages: ['any'] },
]
const requests = (): Case[] => [
  scenario(
    'csr',
    'requests',
    CSR_SPECS.flatMap((spec) => [
      post(`${CSRS}?dryRun=All`, { metadata: { name: '${ns}' }, spec }),
      post(`${CSRS}?dryRun=All`, { metadata: { generateName: '${ns}-' }, spec }, { as: 'bob' }),
      post(`${CSRS}?dryRun=All`, { metadata: { name: '${ns}' }, spec }, { headers: TABLE }),
    ]),
  ),
]

export const accessScenarios = (): Case[] => [...reviews(), ...identities(), ...roles(), ...requests()]
