import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { serverCluster, type ServerCluster } from '../cluster/server-cluster.fixture.ts'
import { ObjectChanges } from './object-changes.ts'

let cluster: ServerCluster

beforeAll(async () => void (cluster = await serverCluster()))
afterAll(() => cluster.close())

it('resolves only when every type is listed, so that no later change is missed', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const asked = new Set<string>()
  const handle: Pick<ClusterHandle, 'info' | 'fetch'> = {
    info: cluster.handle.info,
    async fetch(path, init) {
      if (path.includes('watch=true')) return new Response(new ReadableStream())
      asked.add(path)
      if (path.startsWith('/api/v1/configmaps')) await held
      return cluster.handle.fetch(path, init)
    },
  }
  const changes = new ObjectChanges(handle as ClusterHandle, () => undefined)
  let isFollowed = false
  const followed = changes.follow().then(() => (isFollowed = true))
  await expect.poll(() => [...asked].some((path) => path.startsWith('/api/v1/services?'))).toBe(true)
  expect(isFollowed).toBe(false)
  release()
  await followed
  changes.stop()
})

it('follows the other changes when a type cannot be listed', async () => {
  const refused = { kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403 }
  const handle: Pick<ClusterHandle, 'info' | 'fetch'> = {
    info: cluster.handle.info,
    fetch(path, init) {
      if (path.startsWith('/api/v1/secrets')) return Promise.resolve(Response.json(refused, { status: 403 }))
      if (path.includes('watch=true')) return Promise.resolve(new Response(new ReadableStream()))
      return cluster.handle.fetch(path, init)
    },
  }
  const changes = new ObjectChanges(handle as ClusterHandle, () => undefined)
  await expect(changes.follow()).resolves.toBeUndefined()
  changes.stop()
})
