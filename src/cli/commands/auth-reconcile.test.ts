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

test('visits objects of other versions in the order of the file', async () => {
  const object = (name: string, version: string) => ({
    apiVersion: `rbac.authorization.k8s.io/${version}`,
    kind: 'ClusterRole',
    metadata: { name },
    rules: [],
  })
  const file = [object('a', 'v1'), object('b', 'v1beta1'), object('c', 'v1'), object('d', 'v1alpha1')]
  const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
  const { stdout, stderr, requests } = await run(
    'auth reconcile -f roles.json --dry-run=client',
    {
      'GET /apis': () =>
        Response.json({
          kind: 'APIGroupDiscoveryList',
          items: [
            {
              metadata: { name: 'rbac.authorization.k8s.io' },
              versions: [
                {
                  version: 'v1',
                  resources: [
                    {
                      resource: 'clusterroles',
                      responseKind: { kind: 'ClusterRole' },
                      scope: 'Cluster',
                      verbs: ['get'],
                    },
                  ],
                },
              ],
            },
          ],
        }),
      [`GET ${roles}/a`]: failure(403, { reason: 'Forbidden', message: 'no a' }),
      [`GET ${roles}/c`]: failure(403, { reason: 'Forbidden', message: 'no c' }),
    },
    'k8s',
    { 'roles.json': file.map((each) => JSON.stringify(each)).join('\n') },
  )
  expect(stdout).toBe('')
  expect(stderr.split('\n')).toEqual([
    expect.stringContaining('no a'),
    'only rbac.authorization.k8s.io/v1 is supported: not *v1beta1.ClusterRole',
    expect.stringContaining('no c'),
    'only rbac.authorization.k8s.io/v1 is supported: not *v1alpha1.ClusterRole',
    '',
  ])
  expect(requests.filter(({ url }) => url.includes('/clusterroles/'))).toHaveLength(2)
})
