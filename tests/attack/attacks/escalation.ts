import { named, refused, type Attack } from '../attack.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'

export const escalation = {
  name: 'a reader who makes itself an administrator',
  expected: 'refused, refused, refused',
  async run({ send }) {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' }
    const subjects = [{ kind: 'User', name: 'mallory', apiGroup: 'rbac.authorization.k8s.io' }]
    const binding = { as: 'mallory', body: named('mine', { roleRef, subjects }) } as const
    const impersonated = {
      as: 'mallory',
      headers: { 'impersonate-user': 'admin', 'impersonate-group': 'system:masters' },
    } as const
    const answers = [
      await send('POST', `${RBAC}/clusterrolebindings`, binding),
      await send('GET', '/api/v1/secrets', impersonated),
      await send('GET', '/api/v1/namespaces/default/configmaps/../secrets', { as: 'mallory' }),
    ]
    return answers.map(refused).join(', ')
  },
} satisfies Attack
