import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { EtcdClient } from '../../serve/etcd/etcd-client.ts'
import { etcdLog } from '../../serve/etcd/etcd-log.ts'
import { resourcePaths } from '../../serve/resource-paths.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { describeLog } from '../../worker/store/persistence/log-contract.ts'
import type { FollowedRecord, Log, LogChange, LogState, SharedLog } from '../../worker/store/persistence/log.ts'
import {
  BasisChanged,
  OutcomeUnknown,
  RevisionMismatch,
  StorageFailed,
  StorageUnreachable,
} from '../../worker/store/store.ts'
import { proxyTo } from '../clients/tcp-proxy.ts'
import { EtcdProcess } from './etcd-process.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const put = (name: string, text: string, expected = 0): LogChange => ({
  key: `core/pods/x/${name}`,
  value: bytes(text),
  expected,
})
const remove = (name: string, expected: number): LogChange => ({
  key: `core/pods/x/${name}`,
  value: undefined,
  expected,
})

/** Milliseconds for which a log waits for etcd: a guard against a hang, so that a busy machine fails no call. */
const LONG = 60_000
/** The wait in tests whose etcd does not answer, in milliseconds. It is short, because these tests last for the whole wait. */
const SHORT = 2000
const reported: unknown[] = []

const logAt = (url: string, prefix: string, patience = LONG): SharedLog =>
  etcdLog({
    urls: [url],
    prefix,
    paths: resourcePaths(dialects.k8s),
    compactionInterval: 0,
    patience,
    clock: systemClock,
    report: (error) => reported.push(error),
  })

const putKey = (client: EtcdClient, key: string, value: string) =>
  client.txn(
    { compare: [], success: [{ requestPut: { key: Buffer.from(key), value: Buffer.from(value) } }], failure: [] },
    { deadline: Date.now() + 60_000 },
  )

/** Opens a log, and collects its reports: the changes as records and as texts, and the resets. */
async function followed(log: SharedLog) {
  const received: string[] = []
  const records: FollowedRecord[] = []
  const resets: LogState[] = []
  const state = await log.open()
  log.follow({
    changed(changes) {
      records.push(...changes)
      for (const { key, value } of changes)
        received.push(`${key.split('/').at(-1)} ${value ? new TextDecoder().decode(value) : 'removed'}`)
    },
    reset: (to) => resets.push(to),
  })
  return { log, state, received, records, resets }
}

/** The log as one writer uses it: changes one after the other. */
function alone(log: SharedLog): Log {
  const received: FollowedRecord[] = []
  return {
    async open() {
      const state = await log.open()
      log.follow({ changed: (records) => received.push(...records), reset: () => undefined })
      return state
    },
    async commit(changes) {
      const from = received.length
      for (const change of changes) await log.write(change)
      return received[from]?.revision ?? 0
    },
    close: () => log.close(),
  }
}

describe('etcd as a log', () => {
  let etcd: EtcdProcess
  let prefixes = 0
  const another = (): string => `/test-${++prefixes}`

  beforeAll(async () => {
    etcd = await EtcdProcess.start()
  })
  afterEach(() => etcd.thaw())
  afterAll(async () => {
    await etcd.close()
    expect(reported).toEqual([])
  })

  // A new etcd for each test, so that its revisions begin at 1.
  describe('of one writer', () => {
    const started: EtcdProcess[] = []
    afterAll(() => Promise.all(started.map((one) => one.close())))
    describeLog('etcd', async () => {
      const own = await EtcdProcess.start()
      started.push(own)
      return { log: () => alone(logAt(own.url, '/test')), isDurable: true, largeCommit: 600 }
    })
  })

  it('reports the same changes in the same order to all followers, with their authors', async () => {
    const prefix = another()
    const a = await followed(logAt(etcd.url, prefix))
    const b = await followed(logAt(etcd.url, prefix))
    const cause = { requestId: 'r1', user: 'ann', verb: 'create' }
    const names = ['m', 'n', 'o', 'p']
    await Promise.all(
      names.flatMap((name) => [a.log.write({ ...put(`a-${name}`, '{}'), cause }), b.log.write(put(`b-${name}`, '{}'))]),
    )
    await Promise.all([a.log.catchUp(), b.log.catchUp()])
    const seen = ({ records }: typeof a) => records.map(({ key, revision, cause: by }) => [key, revision, by])
    expect(a.records.length).toBe(8)
    expect(seen(a)).toEqual(seen(b))
    expect(b.records.find(({ key }) => key.endsWith('a-m'))?.cause).toEqual(cause)
    // Each log recognises its own change.
    const own = ({ records }: typeof a) => records.flatMap(({ key, change }) => (change ? [key] : [])).sort()
    expect(own(a)).toEqual(names.map((name) => `core/pods/x/a-${name}`))
    expect(own(b)).toEqual(names.map((name) => `core/pods/x/b-${name}`))
    const revisions = a.records.map(({ revision }) => revision)
    expect(revisions).toEqual([...new Set(revisions)].sort((x, y) => x - y))
    await Promise.all([a.log.close(), b.log.close()])
  })

  it('lets one of several writers win, and reports the winning change to the others before their error', async () => {
    const prefix = another()
    const logs = await Promise.all([1, 2, 3].map(() => followed(logAt(etcd.url, prefix))))
    const outcomes = await Promise.all(
      logs.map(async ({ log, received }, i) => {
        try {
          await log.write(put('m', `${i}`))
          return `won ${received.length}`
        } catch (error) {
          expect(error).toBeInstanceOf(RevisionMismatch)
          return `lost ${received.length}`
        }
      }),
    )
    expect(outcomes.sort()).toEqual(['lost 1', 'lost 1', 'won 1'])
    const [first] = logs
    if (first === undefined) throw new Error('unreachable')
    await expect(first.log.write(remove('m', 1))).rejects.toThrow(RevisionMismatch)
    await first.log.write(remove('m', first.records[0]?.revision ?? 0))
    await expect(first.log.write(put('m', '{}', 1))).rejects.toThrow(RevisionMismatch)
    await Promise.all(logs.map(({ log }) => log.close()))
  })

  it('refuses a change of a state that another writer has changed', async () => {
    const prefix = another()
    const a = await followed(logAt(etcd.url, prefix))
    const b = await followed(logAt(etcd.url, prefix))
    const basis = { resource: 'core/pods', revision: a.state.revision }
    const writes = [a.log.write({ ...put('m', '{}'), basis }), b.log.write({ ...put('n', '{}'), basis })]
    const outcomes = await Promise.allSettled(writes)
    const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(reasons).toEqual([expect.any(BasisChanged)])
    // The follower has received the winning change by then.
    const [newest] = a.records.length > 0 ? a.records : b.records
    const anew = { resource: 'core/pods', revision: newest?.revision ?? 0 }
    await b.log.write({ key: 'core/nodes//n', value: bytes('{}'), expected: 0, basis: anew })
    await a.log.write({ ...put('o', '{}'), basis: anew })
    await Promise.all([a.log.close(), b.log.close()])
  })

  it('opens with the stored objects, and ignores other keys of etcd', async () => {
    const prefix = another()
    const a = await followed(logAt(etcd.url, prefix))
    for (let i = 0; i < 3; i++) await a.log.write(put(`p${i}`, `{"i":${i}}`))
    await a.log.write(remove('p1', a.records[1]?.revision ?? 0))
    const elsewhere = await followed(logAt(etcd.url, `${prefix}-other`))
    for (let i = 0; i < 5; i++) await elsewhere.log.write(put(`q${i}`, '{}'))
    await a.log.catchUp()
    const b = await followed(logAt(etcd.url, prefix))
    await b.log.catchUp()
    expect(b.state.records.map(({ key }) => key)).toEqual(['core/pods/x/p0', 'core/pods/x/p2'])
    expect(b.state.revision).toBe(a.records.at(-1)?.revision)
    await Promise.all([a, b, elsewhere].map(({ log }) => log.close()))
  })

  it('opens with more objects than one page of a range', async () => {
    const prefix = another()
    const a = await followed(logAt(etcd.url, prefix, 30_000))
    await Promise.all(Array.from({ length: 1100 }, (_, i) => a.log.write(put(`p${i}`, '{}'))))
    const b = await followed(logAt(etcd.url, prefix))
    expect(b.state.records.length).toBe(1100)
    await Promise.all([a.log.close(), b.log.close()])
  })

  it('keeps the keys of kube-apiserver, and in an earlier cluster the keys of its form', async () => {
    const client = new EtcdClient({ urls: [etcd.url] })
    const [prefix, earlier] = [another(), another()]
    await putKey(client, `${earlier}/nodes//n`, '{}')
    await putKey(client, `${earlier}/head`, '{"form":1,"write":""}')
    const node = (name: string): LogChange => ({ key: `nodes//${name}`, value: bytes('{}'), expected: 0 })
    for (const [root, known, place] of [
      [prefix, [], 'minions/m'],
      [earlier, ['nodes//n'], 'nodes//m'],
    ] as const) {
      const { log, state, records } = await followed(logAt(etcd.url, root))
      expect(state.records.map(({ key }) => key)).toEqual(known)
      await log.write(node('m'))
      expect(records.map(({ key }) => key)).toEqual(['nodes//m'])
      const { kvs } = await client.range({ key: `${root}/${place}` }, { deadline: Date.now() + 60_000 })
      expect(kvs.map(({ value }) => value.toString())).toEqual(['{}'])
      await log.close()
    }
    client.close()
  })

  it('refuses keys that it did not write, and data of a newer version', async () => {
    const client = new EtcdClient({ urls: [etcd.url] })
    const prefix = another()
    const write = (key: string, value: string) => putKey(client, key, value)
    await write(`${prefix}/pods/default/p`, 'something else')
    await expect(logAt(etcd.url, prefix).open()).rejects.toThrow('--etcd-prefix')
    await write(`${prefix}/head`, '{"form":3,"write":""}')
    await expect(logAt(etcd.url, prefix).open()).rejects.toThrow('newer version')
    client.close()
  })

  it('reports no change that etcd refused', async () => {
    const { log, received } = await followed(logAt(etcd.url, another()))
    await expect(log.write(put('big', 'x'.repeat(3 * 2 ** 20)))).rejects.toThrow(StorageFailed)
    await log.write(put('small', '{}'))
    expect(received).toEqual(['small {}'])
    await log.close()
  })

  it('reports an unknown outcome while etcd is frozen, and continues afterwards', async () => {
    const { log, received } = await followed(logAt(etcd.url, another(), SHORT))
    await log.write(put('before', '{}'))
    await etcd.freeze()
    await expect(log.catchUp()).rejects.toThrow(StorageUnreachable)
    await expect(log.write(put('during', '{}'))).rejects.toThrow(OutcomeUnknown)
    etcd.thaw()
    await expect
      .poll(() =>
        log.write(put('after', '{}')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await log.catchUp()
    expect(received.filter((one) => one !== 'during {}')).toEqual(['before {}', 'after {}'])
    await log.close()
  })

  it('reports that nothing was written while etcd is down, and continues when it is back', async () => {
    const { log, received, resets } = await followed(logAt(etcd.url, another(), SHORT))
    await log.write(put('before', '{}'))
    await etcd.kill()
    await expect(log.catchUp()).rejects.toThrow(StorageUnreachable)
    await expect(log.write(put('during', '{}'))).rejects.toThrow(StorageUnreachable)
    await etcd.start()
    await expect
      .poll(() =>
        log.catchUp().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await log.write(put('after', '{}'))
    expect([received, resets]).toEqual([['before {}', 'after {}'], []])
    await log.close()
  })

  it('reports an unknown outcome when the answer is lost, and then the change', async () => {
    const proxy = await proxyTo(etcd.port)
    // The write whose answer is lost takes as long as this; the other writes of the test have the same limit.
    const { log, received } = await followed(logAt(proxy.url, another(), LONG / 6))
    await log.write(put('before', '{}'))
    proxy.mute()
    await expect(log.write(put('during', '{}'))).rejects.toThrow(OutcomeUnknown)
    proxy.cut()
    await expect.poll(() => received, { timeout: 60_000 }).toEqual(['before {}', 'during {}'])
    await expect(log.write(put('during', '{}'))).rejects.toThrow(RevisionMismatch)
    await log.close()
    proxy.close()
  })

  it('uses another member when one is down', async () => {
    const log = etcdLog({
      urls: ['http://127.0.0.1:1', etcd.url],
      prefix: another(),
      paths: resourcePaths(dialects.k8s),
      compactionInterval: 0,
      clock: systemClock,
      report: (error) => reported.push(error),
    })
    await log.open()
    log.follow({ changed: () => undefined, reset: () => undefined })
    await log.write(put('m', '{}'))
    await log.close()
  })

  it('rejects waiting writes with an unknown outcome when it is closed', async () => {
    const { log } = await followed(logAt(etcd.url, another()))
    await log.catchUp()
    await etcd.freeze()
    const write = expect(log.write(put('m', '{}'))).rejects.toThrow(OutcomeUnknown)
    await log.close()
    await write
    etcd.thaw()
  })
})
