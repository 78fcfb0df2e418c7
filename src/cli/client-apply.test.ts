import { expect, test } from 'vitest'
import { failure, run } from './command-line.fixture.ts'

const PATH = '/api/v1/namespaces/default/configmaps/one'
const configuration = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'one', namespace: 'default' },
  dta: { k: 'v' },
}
const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(configuration)}\n` }
const live = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'one', namespace: 'default', resourceVersion: '5', annotations },
}
const file = (data: object): Record<string, string> => ({ 'a.yaml': JSON.stringify({ ...configuration, ...data }) })

test('apply reports an object as configured when the server keeps nothing of the patch', async () => {
  const answers = {
    'GET /openapi/v3': () => Response.json({ paths: {} }),
    [`GET ${PATH}`]: () => Response.json(live),
    [`PATCH ${PATH}`]: () => Response.json(live),
  }
  const { stdout, stderr } = await run('apply -f a.yaml --validate=ignore', answers, 'k8s', file({}))
  expect([stdout, stderr]).toEqual(['configmap/one configured\n', ''])
})

test('set-last-applied refuses a document that it cannot read', async () => {
  const labels = file({ metadata: { name: 'one', labels: { x: true } } })
  const { stderr, code } = await run('apply set-last-applied -f a.yaml', {}, 'k8s', labels)
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('error: unable to decode "a.yaml": json: cannot unmarshal'),
  ])
})

test('edit-last-applied refuses objects of which none has the annotation', async () => {
  const answers = { [`GET ${PATH}`]: () => Response.json({ ...live, metadata: { name: 'one' } }) }
  const { stderr } = await run('apply edit-last-applied cm/one', answers, 'k8s')
  expect(stderr).toBe(
    'error: no last-applied-configuration annotation found on resources, to create the annotation, use command `kubectl apply set-last-applied --create-annotation`\n',
  )
})

test('certificate approve reports an unreadable document', async () => {
  const answers = { 'GET /api': failure(404, { reason: 'NotFound', message: '' }) }
  const { code } = await run('certificate approve -f a.yaml', answers, 'k8s', { 'a.yaml': 'a: [' })
  expect(code).toBe(1)
})
