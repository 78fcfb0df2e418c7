import { expect, test } from 'vitest'
import type { JsonObject } from '../../worker/api/json.ts'
import { withoutUpdates } from './apply-migration.ts'
import type { HostRequest } from './host.ts'
import { failure, run } from './command-line.fixture.ts'

const KEY = 'kubectl.kubernetes.io/last-applied-configuration'
const ONE = '/api/v1/namespaces/default/configmaps/one'
const entry = (manager: string, operation: 'Apply' | 'Update', fieldsV1: JsonObject) => ({
  manager,
  operation,
  apiVersion: 'v1',
  fieldsType: 'FieldsV1' as const,
  fieldsV1,
})
const annotated = { 'f:metadata': { 'f:annotations': { '.': {}, [`f:${KEY}`]: {} } }, 'f:data': { 'f:b': {} } }
const stored = (...managedFields: unknown[]) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'one', namespace: 'default', resourceVersion: '7', annotations: { [KEY]: '{}' }, managedFields },
})
const files = { 'one.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},"data":{"a":"1"}}' }
const byClient = entry('kubectl-client-side-apply', 'Update', annotated)
const byServer = entry('kubectl', 'Apply', { 'f:data': { 'f:a': {} } })

test('server-side apply takes over the fields of client-side apply and applies again', async () => {
  const { stdout, stderr, requests } = await run(
    'apply --server-side -f one.json',
    { [`PATCH ${ONE}`]: () => Response.json(stored(byServer, byClient)) },
    'k8s',
    files,
  )
  expect({ stdout, stderr }).toEqual({ stdout: 'configmap/one serverside-applied\n', stderr: '' })
  const patches = requests.filter(({ method }) => method === 'PATCH')
  expect(patches.map(({ url }) => new URL(url).searchParams.get('fieldManager'))).toEqual([
    'kubectl',
    'kubectl-last-applied',
    'kubectl',
    'kubectl',
  ])
  expect(patches[0]?.body).toContain('"namespace":"default"')
  expect(patches[3]?.body).toBe(patches[0]?.body)
  const [fields, version] = JSON.parse(String(patches[2]?.body)) as { value: unknown }[]
  expect(version).toEqual({ op: 'replace', path: '/metadata/resourceVersion', value: '7' })
  expect(fields?.value).toMatchObject([{ manager: 'kubectl', fieldsV1: { 'f:data': { 'f:a': {}, 'f:b': {} } } }])
})

test('a server-side apply to an object without fields of client-side apply sends one patch, and warns when the object is being deleted', async () => {
  const plain = { ...stored(byServer), metadata: { name: 'one', managedFields: [byServer], deletionTimestamp: 'x' } }
  const answers = { [`PATCH ${ONE}`]: () => Response.json(plain) }
  const { stderr, requests } = await run('apply --server-side -f one.json', answers, 'k8s', files)
  expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  expect(stderr).toBe('Warning: Detected changes to resource one which is currently being deleted.\n')
})

test('a refused migration is a warning', async () => {
  let patches = 0
  const refused = failure(403, { reason: 'Forbidden', message: 'no' })
  const server = {
    [`PATCH ${ONE}`]: (request: HostRequest) =>
      patches++ === 0 ? Response.json(stored(byServer, byClient)) : refused(request),
  }
  const { stdout, stderr, code } = await run('apply --server-side -f one.json', server, 'k8s', files)
  expect({ stdout, stderr, code }).toEqual({
    stdout: 'configmap/one serverside-applied\n',
    stderr:
      'Warning: failed to migrate kubectl.kubernetes.io/last-applied-configuration for Server-Side Apply. This is non-fatal and will be retried next time you apply. Error: no\n',
    code: 0,
  })
})

test('the entry of client-side apply becomes the entry of the manager when the manager has none, and other entries are kept', () => {
  const status = { ...byClient, subresource: 'status' }
  expect(withoutUpdates([byClient, status], 'kubectl-client-side-apply', 'me')).toEqual([
    { ...byClient, manager: 'me', operation: 'Apply' },
    status,
  ])
  const others = [entry('other', 'Update', {})]
  expect(withoutUpdates(others, 'kubectl-client-side-apply', 'me')).toBe(others)
})
