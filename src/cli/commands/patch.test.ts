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
