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

test('reports an object of another version before a document that it cannot read', async () => {
  const old = { apiVersion: 'rbac.authorization.k8s.io/v1beta1', kind: 'Role', metadata: { name: 'r', namespace: 'n' } }
  const reconciled = async (line: string) =>
    (await run(`auth reconcile ${line}`, {}, 'k8s', { 'bad.yaml': 'a: [', 'old.json': JSON.stringify(old) })).stderr
  const unsupported = 'only rbac.authorization.k8s.io/v1 is supported: not *v1beta1.Role\n'
  expect(await reconciled('-f old.json')).toBe(`error: ${unsupported}`)
  expect(await reconciled('-f bad.yaml -f old.json')).toMatch(new RegExp(`^${unsupported.replaceAll('*', '\\*')}error`))
})
