import { describe, expect, it } from 'vitest'
import { send } from './api-server-fixture.ts'
import { createApiServer } from './api-server.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import type { Log, LogRecord } from '../store/persistence/log.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { StorageFull } from '../store/store.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name } })

async function start(log: Log) {
  const reported: unknown[] = []
  const report = (error: unknown): void => void reported.push(error)
  return { ...(await createApiServer({ dialect: dialects.svc, clock: virtualClock(), log, report })), reported }
}

/** Returns logs over one storage. After `fill` it refuses each commit that contains a change which frees no space. */
function fullLog() {
  const records = new Map<string, LogRecord>()
  let revision = 1
  let isFull = false
  const log = (): Log => ({
    open: () => Promise.resolve({ revision, records: [...records.values()] }),
    commit(changes) {
      if (isFull && !changes.every(({ frees }) => frees)) return Promise.reject(new StorageFull('the disk is full'))
      const first = revision + 1
      for (const { key, value } of changes) records.set(key, { key, value, revision: ++revision })
      return Promise.resolve(first)
    },
    get outage() {
      return isFull ? 'the disk is full' : undefined
    },
    close: () => Promise.resolve(),
  })
  return { log, fill: () => void (isFull = true) }
}

describe('storage that refuses', () => {
  it('fails every write with 500, stores no partial write, and accepts writes again when it has space', async () => {
    const memory = memoryLog()
    let full = false
    const server = await start({
      ...memory,
      commit: (changes) => (full ? Promise.reject(new StorageFull('the disk is full')) : memory.commit(changes)),
    })
    expect((await send(server.handle, 'POST', maps, { body: map('kept') })).status).toBe(201)
    full = true
    for (const [method, url, body] of [
      ['POST', maps, map('lost')],
      ['PUT', `${maps}/kept`, { ...map('kept'), data: { a: 'b' } }],
      ['DELETE', `${maps}/kept`, undefined],
      ['DELETE', maps, undefined],
    ] as const) {
      const answer = await send(server.handle, method, url, { body })
      expect(answer, `${method} ${url}`).toMatchObject({ status: 500 })
      expect(answer.json).toMatchObject({ kind: 'Status', message: expect.stringContaining('free space') as unknown })
    }
    full = false
    const list = (await send(server.handle, 'GET', maps)).json as { items: { metadata: { name: string } }[] }
    expect(list.items.map(({ metadata }) => metadata.name)).toEqual(['kept'])
    expect((await send(server.handle, 'POST', maps, { body: map('later') })).status).toBe(201)
    expect(server.reported).toEqual([])
    await server.close()
  })

  it('accepts a deletion beside a refused write when it is full, starts again, and fails /readyz by name', async () => {
    const { log: kept, fill } = fullLog()
    const server = await start(kept())
    for (const name of ['kept', 'gone', 'finalized']) await send(server.handle, 'POST', maps, { body: map(name) })
    fill()
    const [deleted, refused] = await Promise.all([
      send(server.handle, 'DELETE', `${maps}/gone`),
      send(server.handle, 'POST', maps, { body: map('lost') }),
    ])
    expect([deleted.status, refused.status]).toEqual([200, 500])
    await server.close()
    const again = await start(kept())
    await again.start()
    const list = (await send(again.handle, 'GET', maps)).json as { items: { metadata: { name: string } }[] }
    expect(list.items.map(({ metadata }) => metadata.name)).toEqual(['finalized', 'kept'])
    expect((await send(again.handle, 'POST', maps, { body: map('lost') })).status).toBe(500)
    expect((await send(again.handle, 'DELETE', `${maps}/kept`)).status).toBe(200)
    expect((await send(again.handle, 'GET', '/livez')).status).toBe(200)
    expect((await send(again.handle, 'GET', '/readyz')).text).toContain('[-]etcd-readiness failed')
    expect((await send(again.handle, 'GET', '/readyz/etcd-readiness')).text).toBe(
      'internal server error: the disk is full\n',
    )
    await again.close()
  })

  it('is retried for the bootstrap objects until they are stored, and then not written again', async () => {
    const memory = memoryLog()
    let commits = 0
    let full = true
    const server = await start({
      ...memory,
      commit(changes) {
        if (full) return Promise.reject(new StorageFull('the device is full'))
        commits += 1
        return memory.commit(changes)
      },
    })
    await expect(server.start()).rejects.toThrow(StorageFull)
    expect((await send(server.handle, 'GET', '/api/v1/namespaces')).status).toBe(500)
    full = false
    const list = (await send(server.handle, 'GET', '/api/v1/namespaces')).json as { items: unknown[] }
    expect(list.items).toHaveLength(4)
    const made = commits
    await server.start()
    expect(commits).toBe(made)
    await server.close()
  })

  it('answers 503 while the cluster cannot start for another reason, and starts the cluster with a later request', async () => {
    const memory = memoryLog()
    let broken = true
    const server = await start({
      ...memory,
      commit: (changes) => (broken ? Promise.reject(new TypeError('no such thing')) : memory.commit(changes)),
    })
    const answer = await send(server.handle, 'GET', '/api/v1/namespaces')
    expect(answer.json).toMatchObject({ code: 503, message: 'the cluster cannot start: no such thing' })
    expect(server.reported).toHaveLength(1)
    broken = false
    expect((await send(server.handle, 'GET', '/api/v1/namespaces')).status).toBe(200)
    await server.close()
  })

  it('finishes the running write when the server closes, and answers 503 to later ones', async () => {
    const memory = memoryLog()
    const held: (() => void)[] = []
    let hold = false
    const server = await start({
      ...memory,
      async commit(changes) {
        if (hold) await new Promise<void>((resolve) => held.push(resolve))
        return memory.commit(changes)
      },
    })
    // The bootstrap objects are written before the log is held.
    await server.start()
    hold = true
    const underWay = send(server.handle, 'POST', maps, { body: map('first') })
    await expect.poll(() => held.length).toBe(1)
    // This request passed the stage `closed`, and its YAML is parsed after the store has closed.
    const behind = send(server.handle, 'POST', maps, {
      body: map('second'),
      headers: { 'content-type': 'application/yaml' },
    })
    const closed = server.close()
    for (const release of held) release()
    await closed
    expect((await underWay).status).toBe(201)
    expect((await behind).json).toMatchObject({ code: 503, reason: 'ServiceUnavailable' })
    expect((await send(server.handle, 'POST', maps, { body: map('late') })).json).toMatchObject({ code: 503 })
    expect(server.reported).toEqual([])
  })
})
