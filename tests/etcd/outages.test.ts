import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiServer } from '../../worker/server/api-server.ts'
import type { WatchedEvent } from '../store/server-under-test.ts'
import { openWatch, send } from '../store/server-under-test.ts'
import type { EtcdProcess } from './etcd-process.ts'
import { MAPS, map, serverPair, SHORT, statusOf } from './shared-servers.ts'

const readiness = (server: ApiServer): Promise<number> => statusOf(server, '/readyz')

describe('several servers, while their etcd is away', () => {
  let etcd: EtcdProcess
  let a: ApiServer
  let b: ApiServer

  beforeAll(async () => {
    const pair = await serverPair('/away', { patience: SHORT })
    ;({ etcd, a, b } = pair)
    return () => pair.close()
  })

  it('answer 503, report that they are not ready, and continue when etcd is back', async () => {
    const events: WatchedEvent[] = []
    await send(a, 'POST', MAPS, map('lasting', { n: '0' }))
    await openWatch(
      b,
      `${MAPS}?watch=1&fieldSelector=metadata.name%3Dlasting`,
      (event) => events.push(event),
      () => undefined,
    )
    for (const [take, give] of [
      [() => etcd.freeze(), () => Promise.resolve(etcd.thaw())],
      [() => etcd.kill(), () => etcd.start()],
    ]) {
      await take?.()
      const answers = await Promise.all([
        send(a, 'GET', `${MAPS}/lasting`),
        send(b, 'GET', MAPS),
        send(a, 'POST', MAPS, map('never')),
        send(b, 'PUT', `${MAPS}/lasting`, map('lasting', { n: 'x' })),
      ])
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
      // These requests accept any state.
      expect((await send(a, 'GET', `${MAPS}/lasting?resourceVersion=0`)).status).toBe(200)
      expect(await readiness(a)).toBe(500)
      await give?.()
      await expect.poll(() => readiness(a)).toBe(200)
      await expect.poll(() => readiness(b)).toBe(200)
      const patched = await send(a, 'PATCH', `${MAPS}/lasting`, { data: { n: `${events.length}` } })
      expect(patched.status).toBe(200)
      expect((await send(b, 'GET', `${MAPS}/lasting`)).json).toEqual(patched.json)
    }
    expect(events.map(({ type, object }) => [type, object.data?.['n']])).toEqual([
      ['ADDED', '0'],
      ['MODIFIED', '1'],
      ['MODIFIED', '2'],
    ])
  })

  it('lose no acknowledged write and keep no refused one, through five outages of etcd', async () => {
    const answers = new Map<string, number>()
    const over = new AbortController()
    const writers = [a, a, a, b, b, b].map(async (server, writer) => {
      for (let i = 0; !over.signal.aborted; i++) {
        const name = `load-${writer}-${i}`
        answers.set(name, (await send(server, 'POST', MAPS, map(name))).status)
      }
    })
    const acknowledged = (): number => [...answers.values()].filter((status) => status === 201).length
    for (const way of ['kill', 'freeze', 'kill', 'freeze', 'kill']) {
      const before = acknowledged()
      await expect.poll(acknowledged).toBeGreaterThan(before + 50)
      if (way === 'kill') {
        await etcd.kill()
        await etcd.start()
      } else {
        await etcd.freeze()
        const answered = answers.size
        await expect.poll(() => answers.size).toBeGreaterThan(answered)
        etcd.thaw()
      }
    }
    over.abort()
    await Promise.all(writers)
    const { items = [] } = (await send(a, 'GET', MAPS)).json
    const there = new Set(items.map(({ metadata }) => metadata.name))
    // 504: the outcome is unknown.
    for (const [name, status] of answers)
      if (status !== 504) expect([name, there.has(name)]).toEqual([name, status === 201])
    expect([...new Set(answers.values())].filter((status) => ![201, 503, 504].includes(status))).toEqual([])
    expect((await send(b, 'GET', MAPS)).json.items).toEqual(items)
  })

  it('finish the work that follows from a write, although etcd stopped right after it', async () => {
    const metadata = { name: 'sudden' }
    expect(
      (await send(a, 'POST', '/api/v1/namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata })).status,
    ).toBe(201)
    const definition = {
      kind: 'CustomResourceDefinition',
      metadata: { name: 'cogs.e.io' },
      spec: {
        group: 'e.io',
        scope: 'Cluster',
        names: { plural: 'cogs', singular: 'cog', kind: 'Cog', listKind: 'CogList' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    }
    expect((await send(b, 'POST', '/apis/apiextensions.svc.io/v1/customresourcedefinitions', definition)).status).toBe(
      201,
    )
    await etcd.kill()
    // The outage lasts longer than the longest wait for an answer.
    await expect.poll(() => readiness(a)).toBe(500)
    await expect.poll(async () => (await send(b, 'POST', MAPS, map('impossible'))).status).toBe(503)
    await etcd.start()
    for (const url of ['/api/v1/namespaces/sudden/serviceaccounts/default', '/apis/e.io/v1/cogs'])
      for (const server of [a, b]) await expect.poll(() => statusOf(server, url)).toBe(200)
  })
})
