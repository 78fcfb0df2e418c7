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
  const first = await applyAs(cluster.handle, { manager: 'ann', text: map('red'), isForced: false })
  expect(first.owned.map(({ path }) => ownedPath(path))).toEqual(['.data'])
  const refused = await applyAs(cluster.handle, { manager: 'bob', text: map('blue'), isForced: false })
  expect(refused.conflicts).toMatchObject([{ field: '.data.colour', managers: ['ann'], mine: 'blue', theirs: 'red' }])
  const forced = await applyAs(cluster.handle, { manager: 'bob', text: map('blue'), isForced: true })
  expect(forced.changes.filter(({ path }) => path.startsWith('/data'))).toEqual([
    { path: '/data/colour', before: 'red', after: 'blue' },
  ])
  expect(forced.fault).toBeUndefined()
})

it('leaves out changes of other writers since the last apply of the lab', async () => {
  await applyAs(cluster.handle, { manager: 'ann', text: map('red').replace('shared', 'watched'), isForced: false })
  await cluster.handle.fetch('/api/v1/namespaces/default/configmaps/watched', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json', 'User-Agent': 'controller' },
    body: JSON.stringify({ data: { seen: 'yes' } }),
  })
  const second = await applyAs(cluster.handle, {
    manager: 'ann',
    text: map('blue').replace('shared', 'watched'),
    isForced: false,
  })
  expect(second.changes.map(({ path }) => path)).toEqual(['/data/colour'])
})

it('reports a manifest that cannot be applied', async () => {
  const step = await applyAs(cluster.handle, { manager: 'ann', text: 'kind: [', isForced: false })
  expect(step.fault).toBeTruthy()
})
