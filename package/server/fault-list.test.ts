import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Cluster } from './cluster.ts'
import { createCluster } from './create-cluster.ts'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
let cluster: Cluster
beforeEach(async () => {
  cluster = await createCluster()
})
afterEach(() => cluster.close())

const status = async (path: string): Promise<number> => (await cluster.fetch(path)).status

it('answers a status as often as the fault says', async () => {
  cluster.faults.on({ verb: 'list', resource: 'configmaps' }, { status: 429, retryAfter: 3, times: 2 })
  const first = await cluster.fetch(CONFIG_MAPS)
  expect(first.headers.get('Retry-After')).toBe('3')
  expect(await first.json()).toMatchObject({ kind: 'Status', code: 429, reason: 'TooManyRequests' })
  expect(await status(CONFIG_MAPS)).toBe(429)
  expect(await status(CONFIG_MAPS)).toBe(200)
})

it('applies a fault only to the requests that it names', async () => {
  cluster.faults.on({ verb: ['get', 'list'], resource: 'deployments.apps', namespace: 'a' }, { status: 500 })
  expect(await status('/apis/apps/v1/namespaces/a/deployments')).toBe(500)
  expect(await status('/apis/apps/v1/namespaces/b/deployments')).toBe(200)
  expect(await status('/api/v1/namespaces/a/configmaps')).toBe(200)
})

it('cuts the connection until the fault is removed', async () => {
  const remove = cluster.faults.on({ resource: 'configmaps' }, { status: 'cut' })
  await expect(cluster.fetch(CONFIG_MAPS)).rejects.toThrow(TypeError)
  expect(cluster.requests.at(-1)).toMatchObject({ status: 0 })
  remove()
  expect(await status(CONFIG_MAPS)).toBe(200)
})

it('ends a watch after some events', async () => {
  cluster.faults.on({ verb: 'watch' }, { afterEvents: 2 })
  const headers = { 'Content-Type': 'application/json' }
  for (const name of ['a', 'b', 'c']) {
    const body = JSON.stringify({ metadata: { name } })
    await cluster.fetch(CONFIG_MAPS, { method: 'POST', headers, body })
  }
  const watch = await cluster.fetch(`${CONFIG_MAPS}?watch=true&resourceVersion=0`)
  expect((await watch.text()).trim().split('\n')).toHaveLength(2)
})

it('delays an answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  cluster.faults.on({ resource: 'configmaps' }, { delay: 30_000 })
  let isAnswered = false
  const answer = status(CONFIG_MAPS).finally(() => (isAnswered = true))
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(isAnswered).toBe(false)
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  expect(await answer).toBe(200)
})

it('refuses impossible faults', () => {
  expect(() => cluster.faults.on({}, { status: 200 })).toThrow('400 to 599')
  expect(() => cluster.faults.on({}, { times: -1 })).toThrow('times')
})
