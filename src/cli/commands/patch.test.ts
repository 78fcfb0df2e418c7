import { expect, test } from 'vitest'
import { failure, run } from '../command-line.fixture.ts'

const MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } }
const path = '/api/v1/namespaces/default/configmaps/a'
const line = 'patch cm a --record -p {"data":{"k":"v"}} -o name'

test('prints the object with the command line that --record saved', async () => {
  const { stdout, requests } = await run([...line.split(' ').slice(0, -1), 'yaml'], {
    [`GET ${path}`]: () => Response.json(MAP),
    [`PATCH ${path}`]: ({ body }) => Response.json({ ...MAP, saved: String(body).includes('change-cause') }),
  })
  expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2)
  expect(stdout).toContain('saved: true\n')
})

test('ignores that the server refuses to record the command line', async () => {
  const { code, stdout } = await run(line, {
    [`GET ${path}`]: () => Response.json(MAP),
    [`PATCH ${path}`]: (request) =>
      String(request.body).includes('change-cause') ? failure(403, { message: 'no' })(request) : Response.json(MAP),
  })
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'configmap/a\n' })
})

test('names the fault of a JSON patch as its library does', async () => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'
  const { stderr } = await run('patch --local -f a.yaml --type=json -p {"x":1}', {}, 'svc', { 'a.yaml': map })
  expect(stderr).toMatch(/^error: json: cannot unmarshal .* jsonpatch\.Patch\n$/)
})

test('requires a patch before it refuses objects of the server', async () => {
  const { stderr } = await run(['patch', 'cm/a', '-p', '', '--local'], {})
  expect(stderr).toBe('error: must specify --patch or --patch-file containing the contents of the patch\n')
})

test('a merge patch that is a list makes no object', async () => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'
  const { stderr } = await run('patch --local -f a.yaml --type=merge -p [1]', {}, 'svc', { 'a.yaml': map })
  expect(stderr).toMatch(/^error: json: cannot unmarshal array /)
})

test.each([
  ['merge', '{', 'Invalid JSON Patch'],
  ['json', '{', 'unexpected end of JSON input'],
  ['strategic', '{', 'invalid JSON document'],
  ['merge', '[1]', 'json: cannot unmarshal array into Go value of type unstructured.detector'],
  [
    'json',
    '[{"op":"replace","path":"","value":[]}]',
    'json: cannot unmarshal array into Go value of type unstructured.detector',
  ],
  ['merge', '{"kind":1}', `Object 'Kind' is missing in '{"apiVersion":"v1","kind":1,"metadata":{"name":"a"}}'`],
])('a %s patch %s in the client fails as with kubectl', async (type, text, fault) => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'
  const words = ['patch', '--local', '-f', 'a.yaml', `--type=${type}`, '-p', text]
  expect((await run(words, {}, 'svc', { 'a.yaml': map })).stderr).toBe(`error: ${fault}\n`)
})

test('merges a strategic patch of a scale in the client', async () => {
  const path = 'GET /apis/apps/v1/namespaces/default/deployments/web/scale'
  const scale = { kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name: 'web' }, spec: { replicas: 1 } }
  const words = ['patch', 'deploy', 'web', '--subresource=scale', '-p', '{"spec":{"replicas":6}}', '--dry-run=client']
  const { stdout } = await run(
    [...words, '-o', 'jsonpath={.spec.replicas}'],
    { [path]: () => Response.json(scale) },
    'k8s',
  )
  expect(stdout).toBe('6')
})

const UNREACHABLE = { 'GET /api': () => new Response(null, { status: 500 }) }

test('patches objects of files without a request', async () => {
  const old =
    'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: d, labels: {a: b}}\nspec: {template: {spec: {containers: [{name: c, image: i}]}}}\n'
  const patch = '{"spec":{"template":{"spec":{"containers":[{"name":"c","image":"j"},{"name":"e"}]}}}}'
  const { stdout, requests } = await run(
    ['patch', '--local', '-f', 'd.yaml', '-p', patch, '-o', 'jsonpath={..containers}'],
    UNREACHABLE,
    'k8s',
    { 'd.yaml': old },
  )
  expect({ stdout, requests }).toEqual({ stdout: '[{"image":"j","name":"c"},{"name":"e"}]', requests: [] })
})

test('patches the objects of a kustomization in the client', async () => {
  const files = {
    'k/kustomization.yaml': 'resources: [a.yaml]\n',
    'k/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
  }
  const { stdout, requests } = await run(
    ['patch', '--local', '-k', 'k', '-p', '{"data":{"b":"c"}}', '-o', 'jsonpath={.data}'],
    UNREACHABLE,
    'k8s',
    files,
  )
  expect({ stdout, requests }).toEqual({ stdout: '{"b":"c"}', requests: [] })
})

test.each([
  [
    'json',
    '[{"op":"replace","path":"/metadata/finalizers/9","value":"x"}]',
    'error: Object to be patched is missing field (/metadata/finalizers/9: missing value)\n',
  ],
  ['merge', '{"metadata":{"name":7}}', 'configmap/<unknown>\n'],
  ['strategic', 'null', 'configmap/a\n'],
  ['json', 'null', 'configmap/a\n'],
  ['merge', 'null', 'error: Invalid JSON Patch\n'],
])('prints the outcome of a %s patch %s in the client', async (type, text, printed) => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: [x/y]}\n'
  const words = ['patch', '--local', '-f', 'a.yaml', `--type=${type}`, '-p', text, '-o', 'name']
  const { stdout, stderr } = await run(words, UNREACHABLE, 'k8s', { 'a.yaml': map })
  expect(stdout + stderr).toBe(printed)
})

test.each([
  ['apiVersion: v1\nkind: List\nitems: []\n', 'no objects passed to patch'],
  [
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\n',
    'strategic merge patch is not supported for apiextensions.k8s.io/v1, Kind=CustomResourceDefinition locally, try --type merge',
  ],
])('refuses to patch the file %j in the client', async (text, fault) => {
  const { stderr } = await run(['patch', '--local', '-f', 'a.yaml', '-p', '{'], UNREACHABLE, 'k8s', {
    'a.yaml': text,
  })
  expect(stderr).toBe(`error: ${fault}\n`)
})
