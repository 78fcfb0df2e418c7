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

test('apply refuses to change the letters of a stored kind', async () => {
  const answers = { 'GET /openapi/v3': () => Response.json({ paths: {} }), [`GET ${PATH}`]: () => Response.json(live) }
  const { stderr, code } = await run('apply -f a.yaml --validate=ignore', answers, 'k8s', file({ kind: 'configmap' }))
  expect(code).toBe(1)
  expect(stderr).toContain('error: error when applying patch:\n\nto:\nResource: "/v1, Resource=configmaps", ')
  expect(stderr).toContain('GroupVersionKind: "/v1, Kind=configmap"\n')
  expect(stderr).toContain(
    '\n\nfor:: precondition failed for: map[dta:map[k:v] kind:configmap metadata:map[annotations:map[',
  )
})

test('set-last-applied refuses a document that it cannot read', async () => {
  const labels = file({ metadata: { name: 'one', labels: { x: true } } })
  const { stderr, code } = await run('apply set-last-applied -f a.yaml', {}, 'k8s', labels)
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('error: unable to decode "a.yaml": json: cannot unmarshal'),
  ])
})

test.each([
  ['yaml', 'null\n', ''],
  ['json', '', 'error: unexpected end of JSON input\n'],
  ['wide', '', expect.stringContaining("error: Unexpected -o output mode: wide, the flag 'output' must be one of")],
])('view-last-applied shows an empty annotation as %s', async (format, out, err) => {
  const empty = { metadata: { name: 'one', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '' } } }
  const answers = { [`GET ${PATH}`]: () => Response.json({ ...live, ...empty }) }
  const { stdout, stderr } = await run(`apply view-last-applied cm/one -o ${format}`, answers, 'k8s')
  expect([stdout, stderr]).toEqual([out, err])
})

test('edit-last-applied refuses a selection in which no object has the annotation', async () => {
  const answers = { [`GET ${PATH}`]: () => Response.json({ ...live, metadata: { name: 'one' } }) }
  const { stderr } = await run('apply edit-last-applied cm/one', answers, 'k8s')
  expect(stderr).toBe(
    'error: no last-applied-configuration annotation found on resources, to create the annotation, use command `kubectl apply set-last-applied --create-annotation`\n',
  )
})

test('certificate approve exits with 1 for an unreadable document', async () => {
  const answers = { 'GET /api': failure(404, { reason: 'NotFound', message: '' }) }
  const { code } = await run('certificate approve -f a.yaml', answers, 'k8s', { 'a.yaml': 'a: [' })
  expect(code).toBe(1)
})

const unnamed = (): Record<string, string> => file({ metadata: { labels: { a: 'b' } }, dta: undefined })
const RETRIEVING = `error: error when retrieving current configuration of:
Resource: "/v1, Resource=configmaps", GroupVersionKind: "/v1, Kind=ConfigMap"
Name: "", Namespace: "default"
from server for: "a.yaml": resource name may not be empty
`

test.each([
  ['apply -f a.yaml', RETRIEVING],
  ['apply -f a.yaml --server-side', 'error: resource name may not be empty\n'],
  ['apply set-last-applied -f a.yaml', RETRIEVING],
  [
    'apply view-last-applied -f a.yaml',
    'error: error when no last-applied-configuration annotation found on resource: \n "a.yaml": <nil>\n',
  ],
  [
    'apply edit-last-applied -f a.yaml',
    'error: no last-applied-configuration annotation found on resources, to create the annotation, use command `kubectl apply set-last-applied --create-annotation`\n',
  ],
  ['patch -f a.yaml -p {}', 'error: resource name may not be empty\n'],
  ['wait -f a.yaml --for=delete', 'error: resource name must be provided\n'],
  [
    'set image -f a.yaml c=x',
    'error: configmaps/ the object is not a pod or does not have a pod template: *v1.ConfigMap\n',
  ],
])('%s reports an object without a name and sends no request for it', async (line, text) => {
  const { stderr, requests } = await run(
    line,
    { 'GET /openapi/v3': () => Response.json({ paths: {} }) },
    'k8s',
    unnamed(),
  )
  expect(stderr).toBe(text)
  expect(requests.filter(({ url }) => url.includes('configmaps'))).toEqual([])
})

test('apply --force creates the old object again when the server refuses the new one, and reports when that fails too', async () => {
  let exists = true
  const refusal = { reason: 'Invalid', message: 'refused', details: { kind: 'ConfigMap', name: 'one' } }
  const posted: unknown[] = []
  const answers = (restores: boolean) => ({
    'GET /openapi/v3': () => Response.json({ paths: {} }),
    [`GET ${PATH}`]: () => (exists ? Response.json(live) : failure(404, { reason: 'NotFound' })({} as never)),
    [`PATCH ${PATH}`]: failure(422, refusal),
    [`DELETE ${PATH}`]: () => {
      exists = false
      return Response.json({ kind: 'Status', status: 'Success' })
    },
    'POST /api/v1/namespaces/default/configmaps': ({ body }: { body?: unknown }) => {
      posted.push(JSON.parse(String(body)))
      return posted.length % 2 === 0 && restores
        ? Response.json(live)
        : failure(403, { reason: 'Forbidden', message: 'no' })({} as never)
    },
  })
  const line = 'apply -f a.yaml --validate=ignore --force'
  const restored = await run(line, answers(true), 'k8s', file({}))
  expect(restored.stderr).toMatch(/^Error from server \(Forbidden\): error when applying patch:\n\{.*\}\n\nto:\n/)
  expect(restored.stderr).toContain('for: "a.yaml": no\n')
  expect(posted[1]).toEqual({ ...live, metadata: { name: 'one', namespace: 'default', annotations } })
  exists = true
  expect((await run(line, answers(false), 'k8s', file({}))).stderr).toContain(
    'An error occurred force-replacing the existing object with the newly provided one:\n\nno.\n\nAdditionally, an error occurred attempting to restore the original object:\n\nno\n',
  )
})

test('reports items of unknown kinds together, before other failures of an apply and after other failures of a create', async () => {
  const item = (kind: string) => ({ apiVersion: 'v1', kind, metadata: { name: 'one' } })
  const items = [item('Nope'), item('ConfigMap'), item('Other')]
  const answers = {
    'GET /openapi/v3': () => Response.json({ paths: {} }),
    [`GET ${PATH}`]: failure(403, { reason: 'Forbidden', message: 'no' }),
    'POST /api/v1/namespaces/default/configmaps': failure(403, { reason: 'Forbidden', message: 'no' }),
  }
  const unknown = (kind: string): string => `unable to recognize no matches for kind "${kind}" in version "v1"`
  const both = `[${unknown('Nope')}, ${unknown('Other')}]\n`
  const list = { 'a.yaml': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) }
  expect((await run('create -f a.yaml --validate=ignore', answers, 'k8s', list)).stderr).toBe(
    `Error from server (Forbidden): error when creating "a.yaml": no\n${both}`,
  )
  expect((await run('apply -f a.yaml --validate=ignore', answers, 'k8s', list)).stderr.startsWith(both)).toBe(true)
  const one = { 'a.yaml': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item('Nope')] }) }
  expect((await run('wait -f a.yaml --for=delete', answers, 'k8s', one)).stderr).toBe(`${unknown('Nope')}\n`)
  expect((await run('set image -f a.yaml a=b', answers, 'k8s', one)).stderr).toBe(
    'unable to get type info from the object "*runtime.Unknown": no kind is registered for the type runtime.Unknown in scheme "pkg/scheme/scheme.go:28"\n',
  )
  expect((await run('create -f a.yaml --validate=ignore', answers, 'k8s', one)).stderr).toBe(`${unknown('Nope')}\n`)
})

test('set-last-applied compares the namespace of an object before it reads the object', async () => {
  const files = { 'a.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"other"}}' }
  const { stderr } = await run('apply set-last-applied -f a.json -n mine', {}, 'k8s', files)
  expect(stderr).toContain('error: the namespace from the provided object "other" does not match the namespace "mine".')
})

test.each([
  ['v9', 'List'],
  ['v1', 'OtherList'],
])('refuses a list of an unknown kind: %s %s', async (apiVersion, kind) => {
  const item = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' } }
  const files = { 'a.json': JSON.stringify({ apiVersion, kind, items: [item, item] }) }
  const { stderr, requests } = await run('delete -f a.json', {}, 'k8s', files)
  expect(stderr).toBe(
    `error: resource mapping not found for name: "" namespace: "" from "a.json": no matches for kind "${kind}" in version "${apiVersion}"\nensure CRDs are installed first\n`,
  )
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([])
})
