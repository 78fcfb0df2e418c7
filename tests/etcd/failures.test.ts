import { afterAll, describe, expect, it } from 'vitest'
import { EtcdClient } from '../../serve/etcd/etcd-client.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import type { WatchedEvent } from '../store/server-under-test.ts'
import { openWatch, send } from '../store/server-under-test.ts'
import { EtcdProcess } from './etcd-process.ts'
import { map, MAPS, serverOver, SHORT, statusOf } from './shared-servers.ts'

const MEBIBYTE = 2 ** 20
const PATIENT = { timeout: 60_000 }

interface Refusal {
  readonly message?: string
  readonly reason?: string
}

/** The status, reason and message of the answer to a request. */
async function refusalOf(server: ApiServer, method: string, url: string, body?: object) {
  const { status, json } = await send(server, method, url, body)
  const { message, reason } = json as unknown as Refusal
  return { status, reason, message }
}

/** kube-apiserver 1.30.14 over etcd 3.4 gives the same answers when etcd refuses. */
describe('a server over an etcd that refuses', { timeout: 180_000 }, () => {
  const opened: { close(): Promise<void> }[] = []
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()))
  })
  const etcdWith = async (flags: Readonly<Record<string, string>> = {}): Promise<EtcdProcess> => {
    const etcd = await EtcdProcess.start(flags)
    opened.push(etcd)
    return etcd
  }
  const serverAt = async (url: string, patience?: number): Promise<ApiServer> => {
    // Controllers report that they cannot write.
    const server = await serverOver(url, '/failing', {
      ...(patience !== undefined && { patience }),
      report: () => undefined,
    })
    opened.push(server)
    return server
  }

  it('returns the error of an etcd without space, and still reads and deletes', async () => {
    const etcd = await etcdWith({ 'quota-backend-bytes': String(16 * MEBIBYTE) })
    const [a, b] = await Promise.all([serverAt(etcd.url), serverAt(etcd.url)])
    const names = Array.from({ length: 12 }, (_, i) => `kept-${i}`)
    for (const name of names) expect((await send(a, 'POST', MAPS, map(name))).status).toBe(201)
    const removed: string[] = []
    const seen = ({ type, object }: WatchedEvent): void => void removed.push(`${type} ${object.metadata.name}`)
    const { metadata } = (await send(b, 'GET', MAPS)).json
    const watch = `${MAPS}?watch=1&resourceVersion=${metadata.resourceVersion}`
    await openWatch(b, watch, seen, () => removed.push('the watch ended'))
    await fill(etcd.url)

    const full = { status: 500, reason: undefined, message: 'etcdserver: mvcc: database space exceeded' }
    expect(await refusalOf(a, 'POST', MAPS, map('new'))).toEqual(full)
    expect(await refusalOf(a, 'PATCH', `${MAPS}/kept-0`, { data: { a: 'b' } })).toEqual(full)
    expect((await send(a, 'GET', `${MAPS}/kept-0`)).status).toBe(200)
    // The real server answers the same: its check only reads its own key of etcd.
    expect(await statusOf(a, '/readyz')).toBe(200)
    // Both servers delete each object, and one of them succeeds.
    for (const name of names) {
      const both = await Promise.all([a, b].map((server) => send(server, 'DELETE', `${MAPS}/${name}`)))
      expect(both.map(({ status }) => String(status)).sort()).toEqual(['200', '404'])
    }
    await expect.poll(() => removed.length, PATIENT).toBe(names.length)
    expect(removed).toEqual(names.map((name) => `DELETED ${name}`))
    for (const server of [a, b, await serverAt(etcd.url)])
      expect((await send(server, 'GET', MAPS)).json.items).toEqual([])

    await makeSpace(etcd.url)
    const again = await send(a, 'POST', MAPS, map('again'))
    expect(again.status).toBe(201)
    expect((await send(b, 'GET', `${MAPS}/again`)).json).toEqual(again.json)
    await expect.poll(() => removed.at(-1), PATIENT).toBe('ADDED again')
  })

  it('returns the error of an etcd that accepts no request of this size', async () => {
    const etcd = await etcdWith({ 'max-request-bytes': '100000' })
    const server = await serverAt(etcd.url)
    const large = { ...map('large'), data: { text: 'x'.repeat(200_000) } }
    const message = 'etcdserver: request is too large'
    expect(await refusalOf(server, 'POST', MAPS, large)).toEqual({ status: 500, reason: undefined, message })
  })

  it('returns the error of an etcd that requires a password, and continues when it requires none', async () => {
    const etcd = await etcdWith()
    const server = await serverAt(etcd.url)
    await send(server, 'POST', MAPS, map('kept'))
    const call = async (path: string, body: object, token?: string): Promise<{ token?: string }> => {
      const headers = token === undefined ? undefined : { Authorization: token }
      const answer = await fetch(`${etcd.url}/v3/auth/${path}`, { method: 'POST', body: JSON.stringify(body), headers })
      return (await answer.json()) as { token?: string }
    }
    await call('user/add', { name: 'root', password: 'x' })
    await call('role/add', { name: 'root' })
    await call('user/grant', { user: 'root', role: 'root' })
    await call('enable', {})

    const refused = { status: 500, reason: undefined, message: 'etcdserver: user name is empty' }
    expect(await refusalOf(server, 'GET', `${MAPS}/kept`)).toEqual(refused)
    expect(await refusalOf(server, 'POST', MAPS, map('new'))).toEqual(refused)
    expect(await refusalOf(server, 'DELETE', `${MAPS}/kept`)).toEqual(refused)
    // This request accepts any state.
    expect((await send(server, 'GET', `${MAPS}/kept?resourceVersion=0`)).status).toBe(200)

    const { token } = await call('authenticate', { name: 'root', password: 'x' })
    await call('disable', {}, token)
    await expect.poll(async () => (await send(server, 'POST', MAPS, map('again'))).status, PATIENT).toBe(201)
    const { items = [] } = (await send(server, 'GET', MAPS)).json
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['again', 'kept'])
  })

  it('keeps acknowledged writes when leaders are killed, and writes nothing without a majority', async () => {
    const members = await EtcdProcess.startMembers(3)
    opened.push(...members)
    const server = await serverAt(members.map(({ url }) => url).join(), SHORT)
    const answers = new Map<string, number>()
    let written = 0
    const write = async (): Promise<number> => {
      const name = `m-${++written}`
      const { status } = await send(server, 'POST', MAPS, map(name))
      answers.set(name, status)
      return status
    }
    for (let round = 0; round < 3; round++) {
      await expect.poll(write, PATIENT).toBe(201)
      const leader = await leaderOf(members)
      await leader.kill()
      await expect.poll(write, PATIENT).toBe(201)
      await leader.start()
    }
    const [, second, third] = members
    await second?.kill()
    await third?.kill()
    await expect.poll(write, PATIENT).toBeGreaterThanOrEqual(503)
    expect((await send(server, 'GET', MAPS)).status).toBe(503)
    await Promise.all([second?.start(), third?.start()])
    await expect.poll(write, PATIENT).toBe(201)

    const { items = [] } = (await send(server, 'GET', MAPS)).json
    const there = new Set(items.map(({ metadata }) => metadata.name))
    // 504: the outcome is unknown.
    for (const [name, status] of answers)
      if (status !== 504) expect([name, there.has(name)]).toEqual([name, status === 201])
    expect([...new Set(answers.values())].filter((status) => ![201, 503, 504].includes(status))).toEqual([])
  })
})

/** Writes until etcd has no space. */
async function fill(url: string): Promise<void> {
  const client = new EtcdClient({ urls: [url] })
  try {
    for (let i = 0; ; i++) {
      const put = { requestPut: { key: Buffer.from(`/fill/${i}`), value: Buffer.alloc(MEBIBYTE) } }
      await client.txn({ compare: [], success: [put], failure: [] }, { deadline: Date.now() + 60_000 })
    }
  } catch (error) {
    expect(String(error)).toContain('space exceeded')
  } finally {
    client.close()
  }
}

/** Frees the space of etcd as its operators do, and clears the alarm. */
async function makeSpace(url: string): Promise<void> {
  const call = async (path: string, body: object): Promise<{ header: { revision: string } }> => {
    const answer = await fetch(`${url}/v3/${path}`, { method: 'POST', body: JSON.stringify(body) })
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as { header: { revision: string } }
  }
  const bytes = (text: string): string => Buffer.from(text).toString('base64')
  const { header } = await call('kv/deleterange', { key: bytes('/fill/'), range_end: bytes('/fill0') })
  await call('kv/compaction', { revision: header.revision, physical: true })
  await call('maintenance/defragment', {})
  const { alarms } = (await call('maintenance/alarm', {})) as unknown as { alarms: readonly object[] }
  for (const alarm of alarms) await call('maintenance/alarm', { ...alarm, action: 'DEACTIVATE' })
}

interface MemberStatus {
  readonly leader?: string
  readonly header: { readonly member_id: string }
}

async function leaderOf(members: readonly EtcdProcess[]): Promise<EtcdProcess> {
  for (const member of members) {
    const answer = await fetch(`${member.url}/v3/maintenance/status`, { method: 'POST', body: '{}' })
    const { leader, header } = (await answer.json()) as MemberStatus
    if (leader === header.member_id) return member
  }
  throw new Error('no member is the leader')
}
