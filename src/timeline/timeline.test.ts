import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { serverCluster, type ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { shownRevision } from '../state/shown-revision.svelte.ts'
import { Timeline } from './timeline.svelte.ts'

let cluster: ServerCluster
let handle: ClusterHandle
beforeAll(async () => {
  cluster = await serverCluster()
  handle = Object.assign(cluster.handle, { onState: () => () => undefined })
  for (const name of ['a', 'b', 'c'])
    await handle.fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ metadata: { name } }),
    })
})
afterAll(async () => {
  // Tests of the same process use a cluster with this id, and a cluster that is shown at an earlier revision accepts no apply.
  shownRevision.show(handle.id, undefined)
  await cluster.close()
})

it('shows the current state when the reader returns to it before a move has settled', async () => {
  const timeline = new Timeline(handle)
  await vi.waitFor(() => expect(timeline.moments.length).toBeGreaterThan(2))
  vi.useFakeTimers()
  timeline.go(0)
  const first = shownRevision.of(handle.id)
  expect(first).toBeDefined()
  timeline.go(2)
  shownRevision.show(handle.id, undefined)
  vi.runAllTimers()
  expect(shownRevision.of(handle.id)).toBeUndefined()
  // A move that is followed by no other is shown.
  timeline.go(0)
  timeline.go(timeline.moments.length - 1)
  vi.runAllTimers()
  expect(shownRevision.of(handle.id)).toBeGreaterThan(first ?? 0)
  vi.useRealTimers()
  timeline.stop()
})
