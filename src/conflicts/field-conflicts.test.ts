import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyManifest } from '../client/manifest.ts'
import { getJson } from '../client/resource-client.ts'
import type { ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { fieldConflicts, isFieldConflict } from './field-conflicts.ts'

let cluster: ServerCluster
beforeAll(async () => {
  cluster = await serverCluster()
})
afterAll(() => cluster.close())

const map = (data: string) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: shared
  namespace: default
  labels:
    example.org/tier: ${data}
data:
  a.b: ${data}
`

test('a conflict has the applied and the live value of its field', async () => {
  const apply = async (text: string, manager: string, force = false) => {
    const [result] = await applyManifest(text, {
      cluster: cluster.handle,
      resolve: (group, kind) => Promise.resolve(cluster.discovery.byKind(group, kind)),
      namespace: 'default',
      manager,
      force: () => force,
    })
    if (result === undefined) throw new Error('nothing was applied')
    return result
  }
  await apply(map('one'), 'first')
  await apply(map('one'), 'second')
  const refused = await apply(map('two'), 'third')
  expect(refused.ref).toMatchObject({ resource: 'configmaps', name: 'shared' })
  const live = await getJson<JsonObject>(cluster.handle, '/api/v1/namespaces/default/configmaps/shared')
  const both = { managers: ['first', 'second'], mine: 'two', theirs: 'one' }
  expect(fieldConflicts(refused.error, refused.object ?? {}, live)).toEqual([
    { field: '.data.a.b', path: ['data', 'a.b'], ...both },
    { field: '.metadata.labels.example.org/tier', path: ['metadata', 'labels', 'example.org/tier'], ...both },
  ])
  expect(isFieldConflict(refused.error)).toBe(true)
  expect((await apply(map('two'), 'third', true)).outcome).toBe('applied')
})

test('other errors are not field conflicts', () => {
  expect(isFieldConflict(new Error('no'))).toBe(false)
})
