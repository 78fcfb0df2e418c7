import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServerCluster } from '../../cluster/server-cluster.fixture.ts'
import { serverCluster } from '../../cluster/server-cluster.fixture.ts'
import { applyAs, ownedPath } from './manager-apply.ts'

let cluster: ServerCluster
beforeAll(async () => {
  cluster = await serverCluster()
})
afterAll(() => cluster.close())

const map = (colour: string): string =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: shared, namespace: default}, data: {colour: ${colour}}}`

it('reports changes, owners and conflicts of each apply', async () => {
  const first = await applyAs(cluster.handle, { manager: 'ann', text: map('red'), isForced: false }, undefined)
  expect(first.owned.map(({ path }) => ownedPath(path))).toEqual(['.data'])
  const refused = await applyAs(cluster.handle, { manager: 'bob', text: map('blue'), isForced: false }, first.live)
  expect(refused.conflicts).toMatchObject([{ field: '.data.colour', managers: ['ann'], mine: 'blue', theirs: 'red' }])
  const forced = await applyAs(cluster.handle, { manager: 'bob', text: map('blue'), isForced: true }, first.live)
  expect(forced.changes.filter(({ path }) => path.startsWith('/data'))).toEqual([
    { path: '/data/colour', before: 'red', after: 'blue' },
  ])
  expect(forced.fault).toBeUndefined()
})

it('reports a manifest that cannot be applied', async () => {
  const step = await applyAs(cluster.handle, { manager: 'ann', text: 'kind: [', isForced: false }, undefined)
  expect(step.fault).toBeTruthy()
})
