import type { Place } from './place.ts'
import { CORE, MAPS, get, post, place, named, RBAC } from './place.ts'

/** Names of users, roles, tokens and certificates. */
export const access: readonly Place[] = [
  place(
    'roles',
    post(`${RBAC}/namespaces/default/roles`, {
      ...named('WORD'),
      rules: [{ apiGroups: ['WORD'], resources: ['WORD', 'WORD/WORD'], verbs: ['WORD'], resourceNames: ['WORD'] }],
    }),
    post(`${RBAC}/namespaces/default/rolebindings`, {
      ...named('WORD'),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'WORD' },
      subjects: [{ kind: 'User', name: 'WORD', apiGroup: 'rbac.authorization.k8s.io' }],
    }),
    get(MAPS, { 'impersonate-user': 'WORD' }),
    get(`${RBAC}/namespaces/default/roles/WORD`),
  ),
  place(
    'aggregated roles',
    post(`${RBAC}/clusterroles`, {
      ...named('sum'),
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { WORD: 'WORD' } }] },
      rules: [],
    }),
    get(`${RBAC}/clusterroles/sum`),
  ),
  place(
    'references of bindings',
    post(`${RBAC}/clusterrolebindings`, {
      ...named('b'),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'WORD', name: 'WORD' },
      subjects: [{ kind: 'WORD', name: 'WORD' }],
    }),
  ),
  place(
    'access reviews',
    post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      spec: {
        user: 'WORD',
        groups: ['WORD'],
        extra: { WORD: ['WORD'] },
        resourceAttributes: { verb: 'WORD', group: 'WORD', resource: 'WORD', name: 'WORD' },
      },
    }),
  ),
  place(
    'token reviews',
    post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'WORD', audiences: ['WORD'] } }),
  ),
  place(
    'token requests',
    post(`${CORE}/serviceaccounts/default/token`, {
      spec: { audiences: ['WORD'], boundObjectRef: { kind: 'WORD', name: 'WORD', apiVersion: 'WORD' } },
    }),
  ),
  place(
    'certificate requests',
    post('/apis/certificates.k8s.io/v1/certificatesigningrequests', {
      ...named('c'),
      spec: { request: 'aGk=', signerName: 'WORD/WORD', usages: ['WORD'] },
    }),
  ),
  place(
    'flow schemas',
    post('/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas', {
      ...named('f'),
      spec: { priorityLevelConfiguration: { name: 'WORD' }, distinguisherMethod: { type: 'WORD' } },
    }),
  ),
]
