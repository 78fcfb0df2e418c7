import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { EtcdClient } from '../../serve/etcd/etcd-client.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { proxyTo } from '../clients/tcp-proxy.ts'
import { concurrentWriters, playWriters } from '../store/concurrent-histories.ts'
import type { WatchedEvent } from '../store/server-under-test.ts'
import { openWatch, send } from '../store/server-under-test.ts'
import type { EtcdProcess } from './etcd-process.ts'
import { MAPS, map, serverOver, serverPair, SHORT, statusOf } from './shared-servers.ts'

interface ServiceAnswer {
  readonly spec: { readonly clusterIP: string; readonly ports: readonly { readonly nodePort: number }[] }
}
const nodePorts = ({ spec }: ServiceAnswer): number[] => spec.ports.map(({ nodePort }) => nodePort)
const versionOf = ({ json }: Awaited<ReturnType<typeof send>>): string => json.metadata.resourceVersion

describe('several servers over one etcd', () => {
  let etcd: EtcdProcess
  let a: ApiServer
  let b: ApiServer

  beforeAll(async () => {
    const pair = await serverPair('/both')
    ;({ etcd, a, b } = pair)
    return () => pair.close()
  })

  it('may start together on an empty etcd, and find one cluster', async () => {
    for (let round = 0; round < 5; round++) {
      const reported: unknown[] = []
      const start = () => serverOver(etcd.url, `/start-${round}`, { report: (error) => reported.push(error) })
      const servers = await Promise.all([start(), start(), start(), start()])
      const lists = await Promise.all(servers.map((server) => send(server, 'GET', '/api/v1/services')))
      const [{ json } = { json: undefined }] = lists
      expect(json?.items?.map(({ metadata }) => metadata.name)).toEqual(['svc'])
      for (const list of lists) expect(list.json.items).toEqual(json?.items)
      expect(reported).toEqual([])
      await Promise.all(servers.map((server) => server.close()))
    }
  })

  it('are one cluster: each reads immediately what the other wrote', async () => {
    for (let i = 0; i < 30; i++) {
      const [one, other] = i % 2 === 0 ? [a, b] : [b, a]
      const name = `read-${i}`
      const made = await send(one, 'POST', MAPS, map(name))
      expect(made.status).toBe(201)
      expect((await send(other, 'GET', `${MAPS}/${name}`)).json).toEqual(made.json)
      const list = await send(other, 'GET', MAPS)
      expect(list.json.items?.some(({ metadata }) => metadata.name === name)).toBe(true)
      expect((await send(one, 'DELETE', `${MAPS}/${name}`)).status).toBe(200)
      expect((await send(other, 'GET', `${MAPS}/${name}`)).status).toBe(404)
      expect((await send(other, 'POST', MAPS, map(name))).status).toBe(201)
    }
  })

  it('accept the versions and tokens of each other', async () => {
    for (let i = 0; i < 10; i++) {
      const made = await send(a, 'POST', MAPS, map(`version-${i}`))
      const exact = await send(b, 'GET', `${MAPS}?resourceVersion=${versionOf(made)}&resourceVersionMatch=Exact`)
      expect(versionOf(exact)).toBe(versionOf(made))
      const notOlder = await send(b, 'GET', `${MAPS}/version-${i}?resourceVersion=${versionOf(made)}`)
      expect(notOlder.json).toEqual(made.json)
      await send(a, 'PUT', `${MAPS}/version-${i}`, {
        ...map(`version-${i}`),
        metadata: made.json.metadata,
        data: { a: 'b' },
      })
      const chunk = await send(a, 'GET', `${MAPS}?limit=1`)
      const rest = await send(
        b,
        'GET',
        `${MAPS}?limit=500&continue=${encodeURIComponent(chunk.json.metadata.continue ?? '')}`,
      )
      expect([rest.status, versionOf(rest)]).toEqual([200, versionOf(chunk)])
    }
  })

  it('lose no update', async () => {
    await send(a, 'POST', MAPS, map('counter', { count: '0' }))
    const url = `${MAPS}/counter`
    const increment = async (server: ApiServer): Promise<void> => {
      for (;;) {
        const { json } = await send(server, 'GET', url)
        const count = String(Number(json.data?.['count']) + 1)
        const { status } = await send(server, 'PUT', url, { ...json, kind: 'ConfigMap', data: { count } })
        if (status === 200) return
        expect(status).toBe(409)
      }
    }
    await Promise.all(
      [a, a, b, b].map(async (server) => {
        for (let i = 0; i < 10; i++) await increment(server)
      }),
    )
    expect((await send(b, 'GET', url)).json.data).toEqual({ count: '40' })
  })

  it('give answers that one order of changes explains, and show that order to their watchers', async () => {
    let histories = 0
    const play = async (writers: Parameters<typeof playWriters>[2]) => {
      const name = `history-${++histories}`
      await send(a, 'POST', '/api/v1/namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata: { name } })
      await playWriters([a, b], name, writers)
    }
    await fc.assert(fc.asyncProperty(concurrentWriters, play), { numRuns: 60, seed: 20_240_501 })
  })

  it('allocate addresses and ports of services, none of them twice', async () => {
    const services = '/api/v1/namespaces/default/services'
    const service = (name: string, port = {}) => ({
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name },
      spec: { type: 'NodePort', ports: [{ port: 80, ...port }] },
    })
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(i % 2 === 0 ? a : b, 'POST', services, service(`any-${i}`))),
    )
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    // The ports that are still free.
    const given = new Set(made.flatMap(({ json }) => nodePorts(json as unknown as ServiceAnswer)))
    const free = Array.from({ length: 40 }, (_, i) => 32_000 + i).filter((port) => !given.has(port))
    for (let i = 0; i < 10; i++) {
      const port = { nodePort: free[i] }
      const both = await Promise.all([
        send(a, 'POST', services, service(`one-${i}`, port)),
        send(b, 'POST', services, service(`other-${i}`, port)),
      ])
      expect(both.map(({ status }) => String(status)).sort()).toEqual(['201', '422'])
    }
    const { items } = (await send(b, 'GET', services)).json as unknown as { items: ServiceAnswer[] }
    const addresses = items.map(({ spec }) => spec.clusterIP)
    const ports = items.flatMap(nodePorts).filter(Boolean)
    expect([new Set(addresses).size, new Set(ports).size]).toEqual([items.length, 30])
  })

  it('serve a definition that was created on another', async () => {
    const names = { plural: 'gears', singular: 'gear', kind: 'Gear', listKind: 'GearList' }
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
    const spec = {
      group: 'e.io',
      scope: 'Namespaced',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    }
    const definition = { kind: 'CustomResourceDefinition', metadata: { name: 'gears.e.io' }, spec }
    const made = await send(a, 'POST', '/apis/apiextensions.svc.io/v1/customresourcedefinitions', definition)
    expect(made.status).toBe(201)
    const gears = '/apis/e.io/v1/namespaces/default/gears'
    await expect.poll(() => statusOf(b, gears)).toBe(200)
    expect(
      (await send(b, 'POST', gears, { kind: 'Gear', apiVersion: 'e.io/v1', metadata: { name: 'g' } })).status,
    ).toBe(201)
    await expect.poll(() => statusOf(a, `${gears}/g`)).toBe(200)
  })

  it('list all objects again and end their watches when etcd compacted while they could not reach it', async () => {
    const proxy = await proxyTo(etcd.port)
    const reported: unknown[] = []
    const far = await serverOver(proxy.url, '/both', { patience: SHORT, report: (error) => reported.push(error) })
    const kept = await send(a, 'POST', MAPS, map('forgotten'))
    await send(a, 'POST', MAPS, map('changed', { n: '0' }))
    await send(far, 'GET', MAPS)
    let hasEnded = false
    await openWatch(
      far,
      `${MAPS}?watch=1`,
      () => undefined,
      () => (hasEnded = true),
    )
    proxy.hold()
    expect((await send(far, 'GET', MAPS)).status).toBe(503)
    await send(a, 'DELETE', `${MAPS}/forgotten`)
    const changed = await send(a, 'PATCH', `${MAPS}/changed`, { data: { n: '1' } })
    await send(a, 'POST', MAPS, map('new'))
    const client = new EtcdClient({ urls: [etcd.url] })
    const deadline = Date.now() + 60_000
    const { header } = await client.range({ key: '/both/head' }, { deadline })
    await client.compact(header.revision, { deadline })
    client.close()
    proxy.release()
    await expect.poll(() => hasEnded).toBe(true)
    await expect.poll(async () => (await send(far, 'GET', MAPS)).status).toBe(200)
    expect((await send(far, 'GET', MAPS)).json.items).toEqual((await send(a, 'GET', MAPS)).json.items)
    expect((await send(far, 'GET', `${MAPS}/changed`)).json).toEqual(changed.json)
    const events: WatchedEvent[] = []
    await openWatch(
      far,
      `${MAPS}?watch=1&resourceVersion=${versionOf(kept)}`,
      (event) => events.push(event),
      () => undefined,
    )
    expect(events.map(({ type, object }) => [type, object.code])).toEqual([['ERROR', 410]])
    expect((await send(far, 'PATCH', `${MAPS}/changed`, { data: { n: '2' } })).status).toBe(200)
    expect((await send(a, 'GET', `${MAPS}/changed`)).json.data).toEqual({ n: '2' })
    expect(reported).toEqual([])
    await far.close()
    proxy.close()
  })
})
