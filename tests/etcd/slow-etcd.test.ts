import { afterEach, describe, expect, it } from 'vitest'
import type { ApiServer } from '../../worker/server/api-server.ts'
import type { WatchedEvent } from '../store/server-under-test.ts'
import { openWatch, send } from '../store/server-under-test.ts'
import { EtcdProcess } from './etcd-process.ts'
import { map, MAPS, serverOver, SHORT, statusOf } from './shared-servers.ts'
import { SlowLink } from './slow-link.ts'

const PATIENT = { timeout: 60_000 }
const never = (): void => {
  throw new Error('the watch ended')
}

describe('a server over a slow etcd', { timeout: 180_000 }, () => {
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  /** Two servers: `slow` reaches etcd over the link, `direct` without it. */
  async function pair(patience?: number): Promise<{ link: SlowLink; slow: ApiServer; direct: ApiServer }> {
    const etcd = await EtcdProcess.start()
    const link = await SlowLink.to(etcd.url)
    const quiet = { report: () => undefined }
    const slow = await serverOver(link.url, '/slow', { ...quiet, ...(patience !== undefined && { patience }) })
    const direct = await serverOver(etcd.url, '/slow', quiet)
    opened.push(slow, direct, link, etcd)
    return { link, slow, direct }
  }

  async function eventsOf(server: ApiServer): Promise<string[]> {
    const seen: string[] = []
    const take = ({ type, object }: WatchedEvent): void => void seen.push(`${type} ${object.metadata.name}`)
    const { metadata } = (await send(server, 'GET', `${MAPS}?resourceVersion=0`)).json
    await openWatch(server, `${MAPS}?watch=1&resourceVersion=${metadata.resourceVersion}`, take, never)
    return seen
  }

  /**
   * Holds answers, and returns the name of a create whose outcome the server does not know. It tries several times,
   * because a create can get another answer: when the server first waits for a change of the other server, or when the machine is
   * busy.
   */
  async function unknownCreate(link: SlowLink, server: ApiServer): Promise<string> {
    let tries = 0
    const create = async (): Promise<number> => {
      link.release()
      await statusOf(server, '/readyz')
      link.holdChanges()
      return (await send(server, 'POST', MAPS, map(`late-${++tries}`))).status
    }
    await expect.poll(create, PATIENT).toBe(504)
    return `late-${tries}`
  }

  it('answers each request, in order, when every answer of etcd is late', async () => {
    const { link, slow, direct } = await pair()
    const seen = await eventsOf(slow)
    link.delayMs = 200
    const names = ['a', 'b', 'c', 'd']
    for (const name of names.slice(0, 2)) expect((await send(slow, 'POST', MAPS, map(name))).status).toBe(201)
    const more = names.slice(2).map((name) => send(slow, 'POST', MAPS, map(name)))
    expect((await Promise.all(more)).map(({ status }) => status)).toEqual([201, 201])
    expect((await send(slow, 'PUT', `${MAPS}/a`, map('a', { by: 'slow' }))).status).toBe(200)
    expect((await send(slow, 'DELETE', `${MAPS}/b`)).status).toBe(200)
    const { items = [] } = (await send(direct, 'GET', MAPS)).json
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a', 'c', 'd'])
    await expect.poll(() => seen.length, PATIENT).toBe(6)
    expect([...seen.slice(0, 2), ...seen.slice(2, 4).toSorted(), ...seen.slice(4)]).toEqual([
      'ADDED a',
      'ADDED b',
      'ADDED c',
      'ADDED d',
      'MODIFIED a',
      'DELETED b',
    ])
  })

  it('says which outcome is unknown when answers do not come, and shows the writes when they do', async () => {
    const { link, slow, direct } = await pair(SHORT)
    await send(direct, 'POST', MAPS, map('kept'))
    await expect.poll(() => statusOf(slow, `${MAPS}/kept?resourceVersion=0`), PATIENT).toBe(200)
    const seen = await eventsOf(slow)
    const late = await unknownCreate(link, slow)
    link.holdAll()
    const [created, read, stale, ready] = await Promise.all([
      send(slow, 'POST', MAPS, map('unsent')),
      send(slow, 'GET', `${MAPS}/kept`),
      send(slow, 'GET', `${MAPS}/kept?resourceVersion=0`),
      statusOf(slow, '/readyz'),
    ])
    expect([created.status, read.status, stale.status, ready]).toEqual([503, 503, 200, 500])
    expect((await send(direct, 'GET', `${MAPS}/${late}`)).status).toBe(200)
    expect((await send(direct, 'GET', `${MAPS}/unsent`)).status).toBe(404)

    link.release()
    await expect.poll(() => statusOf(slow, '/readyz'), PATIENT).toBe(200)
    await expect.poll(() => seen, PATIENT).toContain(`ADDED ${late}`)
    await expect.poll(async () => (await send(slow, 'POST', MAPS, map(late))).status, PATIENT).toBe(409)
  })

  it('opens another watch when one reports nothing', async () => {
    const { link, slow, direct } = await pair(SHORT)
    const seen = await eventsOf(slow)
    link.holdWatches()
    expect((await send(slow, 'POST', MAPS, map('unseen'))).status).toBeGreaterThanOrEqual(503)
    link.forgetWatches()
    await expect.poll(async () => (await send(slow, 'POST', MAPS, map(`n${link.watches}`))).status, PATIENT).toBe(201)
    const { items = [] } = (await send(direct, 'GET', MAPS)).json
    const there = items.map(({ metadata }) => `ADDED ${metadata.name}`)
    await expect.poll(() => seen.toSorted(), PATIENT).toEqual(there.toSorted())
  })
})
