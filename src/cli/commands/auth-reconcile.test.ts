import { expect, test } from 'vitest'
import { discoveryOf, failure, run } from '../command-line.fixture.ts'

test('reports a rule without verbs as a rule', async () => {
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'r', namespace: 'n' },
    rules: [{ apiGroups: [''], resources: ['pods'] }],
  }
  const { stderr } = await run(
    'auth reconcile -f role.json --dry-run=client',
    {
      'GET /apis': discoveryOf('rbac.authorization.k8s.io', ['Role']),
      'GET /apis/rbac.authorization.k8s.io/v1/namespaces/n/roles/r': failure(404, { reason: 'NotFound' }),
    },
    'k8s',
    { 'role.json': JSON.stringify(role) },
  )
  expect(stderr).toContain(
    '\tmissing rules added:\n\t\t{Verbs:[] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}\n',
  )
})
