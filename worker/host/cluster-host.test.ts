import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import type { Log } from '../store/persistence/log.ts'
import type { ClusterHost, StartServer } from './cluster-host.ts'
import { clusterHost } from './cluster-host.ts'
import { memoryStorage } from './cluster-storage.ts'
import type { ClusterStatus } from './messages.ts'

interface Hosted {
  readonly host: ClusterHost
  readonly clock: ReturnType<typeof virtualClock>
  readonly logs: Log[]
  readonly closed: () => number
  /** The number of started controller managers. */
  readonly managers: () => number
}

function hosted(start?: StartServer): Hosted {
  const clock = virtualClock()
  const logs: Log[] = []
  let closed = 0
  let managers = 0
  const run: StartServer = async (_dialect, log) => {
    logs.push(log)
    await log.open()
    return {
      handle: () => Promise.resolve({ status: 200, headers: [], body: new Uint8Array() }),
      startControllerManager: async () => void managers++,
      async close() {
        closed++
        await log.close()
      },
    }
  }
  return {
    host: clusterHost({ ...memoryStorage(), persistence: 'indexeddb' }, clock, start ?? run),
    clock,
    logs,
    closed: () => closed,
    managers: () => managers,
  }
}

describe('the cluster host', () => {
  it('starts a cluster once, however often it is opened', async () => {
    const { host, logs } = hosted()
    await host.control.create({ id: 'c1', dialect: 'svc', name: 'One' })
    const [first, second] = await Promise.all([host.open('c1'), host.open('c1')])
    expect(first).toBe(second)
    expect(logs.length).toBe(1)
  })

  it('starts the controller managers of open clusters, and of clusters that are opened later', async () => {
    const { host, managers } = hosted()
    await host.control.create({ id: 'c1', dialect: 'svc', name: 'One' })
    expect(managers()).toBe(0)
    await host.control.startControllers()
    expect(managers()).toBe(1)
    await host.control.create({ id: 'c2', dialect: 'svc', name: 'Two' })
    expect(managers()).toBe(2)
  })

  it('creates a cluster once when the call is repeated', async () => {
    const { host } = hosted()
    const first = await host.control.create({ id: 'c1', dialect: 'svc', name: 'One' })
    expect(await host.control.create({ id: 'c1', dialect: 'svc', name: 'One' })).toEqual(first)
    expect(await host.control.list()).toEqual([first])
  })

  it('closes every cluster and opens no more when it is closed', async () => {
    const { host, closed } = hosted()
    await host.control.create({ id: 'c1', dialect: 'svc', name: 'One' })
    await host.close(new Error('reload this page'))
    expect(closed()).toBe(1)
    await expect(host.open('c1')).rejects.toMatchObject({ code: 503, message: 'reload this page' })
  })

  it('refuses an unknown cluster', async () => {
    const { host } = hosted()
    await expect(host.open('none')).rejects.toMatchObject({ code: 404 })
    await expect(host.control.rename('none', 'x')).rejects.toMatchObject({ code: 404 })
  })

  it('closes a cluster that it removes', async () => {
    const { host, closed } = hosted()
    await host.control.create({ id: 'c1', dialect: 'svc' })
    await host.control.remove('c1')
    expect(closed()).toBe(1)
    await expect(host.open('c1')).rejects.toMatchObject({ code: 404 })
  })

  it('reports why a cluster cannot be opened, and tries again with the next request', async () => {
    let broken = true
    const { host, clock } = hosted(() =>
      broken
        ? Promise.reject(new Error('torn'))
        : Promise.resolve({
            handle: () => Promise.reject(new Error('unused')),
            startControllerManager: () => Promise.resolve(),
            close: () => Promise.resolve(),
          }),
    )
    const seen: ClusterStatus[] = []
    host.follow('c1', (status) => seen.push(status))
    await expect(host.control.create({ id: 'c1', dialect: 'svc' })).rejects.toMatchObject({ code: 503 })
    clock.advance(100)
    expect(seen.at(-1)).toMatchObject({ phase: 'failed', error: 'torn' })
    broken = false
    await host.open('c1')
    clock.advance(100)
    expect(seen.at(-1)).toMatchObject({ phase: 'ready', error: undefined })
  })

  it('reports the revision and whether it is saved, once for a burst of writes', async () => {
    const { host, clock, logs } = hosted()
    await host.control.create({ id: 'c1', dialect: 'svc' })
    clock.advance(100)
    const seen: ClusterStatus[] = []
    host.follow('c1', (status) => seen.push(status))
    const change = { key: 'core/nodes//n', value: new Uint8Array(), expected: 0 }
    const writes = [1, 2, 3].map(() => logs[0]!.commit([change, change]))
    clock.advance(100)
    await Promise.all(writes)
    clock.advance(100)
    expect(seen.map(({ saved, revision }) => [saved, revision])).toEqual([
      ['saved', 1],
      ['saving', 1],
      ['saved', 7],
    ])
  })
})
