import { expect, test } from 'vitest'
import { failure, run } from './command-line.fixture.ts'

const configMap = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
})
const list = (...items: object[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
const missing = (name: string) => failure(404, { reason: 'NotFound', message: `no "${name}"` })
const RAW =
  'unable to get type info from the object "*runtime.Unknown": no kind is registered for the type runtime.Unknown in scheme "pkg/scheme/scheme.go:28"'

test('reports undecodable and missing items of a list in the order of the list', async () => {
  const files = {
    'l.json': list({ ...configMap('x'), kind: 'Nope' }, configMap('a'), { ...configMap('y'), kind: 'No' }),
  }
  const answers = { 'GET /api/v1/namespaces/default/configmaps/a': missing('a') }
  for (const line of ['set image -f l.json a=b', 'set env -f l.json A=b', 'set sa -f l.json x'])
    expect((await run(line, answers, 'k8s', files)).stderr).toBe(
      `${RAW}\nError from server (NotFound): no "a"\n${RAW}\n`,
    )
})

test('reports an object of a file in another namespace as a failure of its own', async () => {
  const files = { 'd.json': JSON.stringify({ ...configMap('a', { namespace: 'other' }) }) }
  const answers = { 'GET /api/v1/namespaces/other/configmaps/a': () => Response.json(configMap('a')) }
  for (const line of ['rollout restart', 'rollout pause', 'rollout resume', 'label x=y', 'set image a=b'])
    expect((await run(`${line} -f d.json -n default`, answers, 'k8s', files)).stderr).toBe(
      'error: the namespace from the provided object "other" does not match the namespace "default". You must pass \'--namespace=other\' to perform this operation.\n',
    )
})

test('wait reports missing objects and unknown types in the order of the file', async () => {
  const files = {
    'a.json': [configMap('a'), { ...configMap('x'), kind: 'Nope' }, configMap('b')]
      .map((each) => JSON.stringify(each))
      .join(''),
  }
  const answers = {
    'GET /api/v1/namespaces/default/configmaps/a': missing('a'),
    'GET /api/v1/namespaces/default/configmaps/b': missing('b'),
  }
  const { stderr } = await run('wait -f a.json --for=jsonpath={.kind}=x --timeout=1s', answers, 'k8s', files)
  expect(stderr.split('\n').filter((line) => !line.startsWith('ensure'))).toEqual([
    'Error from server (NotFound): no "a"',
    'resource mapping not found for name: "x" namespace: "" from "a.json": no matches for kind "Nope" in version "v1"',
    'Error from server (NotFound): no "b"',
    '',
  ])
})

test('changes the typed items of a list locally, and reports the others', async () => {
  const { apiVersion: _, ...unversioned } = configMap('b')
  const files = { 'l.json': list(configMap('a'), unversioned) }
  for (const line of ['label x=y', 'annotate x=y', 'patch --type=merge -p {}']) {
    const { stdout, stderr, code } = await run(`${line} -f l.json --local -o name`, {}, 'k8s', files)
    expect([stdout, code]).toEqual(['configmap/a\n', 1])
    expect(stderr).toBe(
      "unable to get type info from the object \"*unstructured.Unstructured\": Object 'apiVersion' is missing in 'object has no apiVersion field'\n",
    )
  }
})

test('set selector returns the failure of its visit unchanged', async () => {
  const { apiVersion: _, ...unversioned } = configMap('b')
  const files = { 'l.json': list(configMap('a'), unversioned) }
  expect((await run('set selector a=b -f l.json', {}, 'k8s', files)).stderr).toBe(
    'Object \'apiVersion\' is missing in \'{"kind":"ConfigMap","metadata":{"name":"b"}}\'\n',
  )
})

test('a version after an empty group belongs to the core group', async () => {
  const files = { 'a.json': JSON.stringify({ ...configMap('a'), apiVersion: '/v1' }) }
  const answers = { 'GET /api/v1/namespaces/default/configmaps/a': () => Response.json(configMap('a')) }
  expect((await run('get -f a.json -o name', answers, 'k8s', files)).stdout).toBe('configmap/a\n')
})

test.each(['label -f l.json a=b', 'apply view-last-applied -f l.json'])(
  'refuses an empty item of a list by its missing kind: %s',
  async (line) => {
    const { stderr } = await run(line, {}, 'k8s', { 'l.json': '{"apiVersion":"v1","kind":"List","items":[null]}' })
    expect(stderr).toContain("Object 'Kind' is missing in 'object has no kind field '")
    expect(stderr).not.toMatch(/name may not be empty|last-applied/)
  },
)
