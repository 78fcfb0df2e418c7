import { named, refused, type Attack } from '../attack.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1/namespaces/default'
const texts = Array.from({ length: 400 }, (_, i) => `x${i}`)

/** The lists of a rule multiply: 1,600 texts are 25 billion permissions, each of which the writer must hold. */
export const vastRole = {
  name: 'a role of 25 billion permissions',
  expected: 'refused, 0 roles',
  async run({ send }) {
    const rules = [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['create'] }]
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'role-writer' }
    const subjects = [{ kind: 'User', name: 'mallory', apiGroup: 'rbac.authorization.k8s.io' }]
    await send('POST', `${RBAC}/roles`, { body: named('role-writer', { rules }) })
    await send('POST', `${RBAC}/rolebindings`, { body: named('role-writer', { roleRef, subjects }) })
    const vast = [{ apiGroups: texts, resources: texts, verbs: texts, resourceNames: texts }]
    const answer = await send('POST', `${RBAC}/roles`, { as: 'mallory', body: named('vast', { rules: vast }) })
    const { status } = await send('GET', `${RBAC}/roles/vast`)
    await send('DELETE', `${RBAC}/rolebindings/role-writer`)
    return `${refused(answer)}, ${status === 404 ? 0 : 1} roles`
  },
} satisfies Attack
