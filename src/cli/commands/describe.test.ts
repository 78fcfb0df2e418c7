import { expect, test } from 'vitest'
import { failure, run } from '../command-line.fixture.ts'

const slices = {
  resource: 'endpointslices',
  singularResource: 'endpointslice',
  responseKind: { kind: 'EndpointSlice' },
  scope: 'Namespaced',
  verbs: ['get'],
}
const answers = {
  'GET /apis': () =>
    Response.json({
      kind: 'APIGroupDiscoveryList',
      items: [{ metadata: { name: 'discovery.k8s.io' }, versions: [{ version: 'v1', resources: [slices] }] }],
    }),
  'GET /apis/discovery.k8s.io/v1/namespaces/default/endpointslices/x': failure(404, {
    code: 404,
    reason: 'NotFound',
    message: 'endpointslices.discovery.k8s.io "x" not found',
  }),
}

test('reports a missing object of a file with the error of the earlier version', async () => {
  const manifest = JSON.stringify({ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name: 'x' } })
  const { stderr } = await run('describe -f x.json', answers, 'k8s', { 'x.json': manifest })
  expect(stderr).toBe('Error from server (NotFound): the server could not find the requested resource\n')
})

test('reports equal failures of objects of files once', async () => {
  const manifest = (name: string) =>
    JSON.stringify({ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name } })
  const both = `${manifest('x')}\n${manifest('y')}`
  const missing = answers['GET /apis/discovery.k8s.io/v1/namespaces/default/endpointslices/x']
  const all = { ...answers, 'GET /apis/discovery.k8s.io/v1/namespaces/default/endpointslices/y': missing }
  const { stderr } = await run('describe -f x.json', all, 'k8s', { 'x.json': both })
  expect(stderr).toBe('Error from server (NotFound): the server could not find the requested resource\n')
})

test('refuses the beginning of a name for several types', async () => {
  const gone = failure(404, { code: 404, reason: 'NotFound', message: 'configmaps "x" not found' })
  const { stderr } = await run('describe cm,cm,deploy x', {
    'GET /api/v1/namespaces/default/configmaps/x': gone,
    'GET /apis/apps/v1/namespaces/default/deployments/x': () => Response.json({ kind: 'Deployment', metadata: {} }),
  })
  expect(stderr).toBe('error: you may only specify a single resource type\n')
})

test('reads a described object again for the log of requests', async () => {
  const path = '/api/v1/namespaces/default/configmaps/one'
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one', namespace: 'default' } }
  const known = {
    [`GET ${path}`]: () => Response.json(object),
    'GET /api/v1/namespaces/default/events': () => Response.json({ kind: 'EventList', items: [] }),
  }
  const reads = async (more: string): Promise<number> =>
    (await run(`describe cm one${more}`, known, 'k8s')).requests.filter(({ url }) => new URL(url).pathname === path)
      .length
  expect([await reads(''), await reads(' -v=6')]).toEqual([1, 2])
})
