import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compactRegularly } from '../../serve/etcd/compaction.ts'
import { CallFailed, EtcdClient } from '../../serve/etcd/etcd-client.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { EtcdProcess } from './etcd-process.ts'

const INTERVAL = 300_000
const KEY = Buffer.from('m')

describe('compaction of etcd', () => {
  let etcd: EtcdProcess
  beforeAll(async () => {
    etcd = await EtcdProcess.start()
  })
  afterAll(() => etcd.close())

  it('compacts the revisions before the last interval and keeps the later ones, with three servers', async () => {
    const client = new EtcdClient({ urls: [etcd.url] })
    const clock = virtualClock()
    const reported: unknown[] = []
    const stops = [1, 2, 3].map(() => compactRegularly(client, clock, INTERVAL, (error) => reported.push(error)))
    const call = () => ({ deadline: Date.now() + 60_000 })
    const write = async (value: string): Promise<number> => {
      const put = { requestPut: { key: KEY, value: Buffer.from(value) } }
      return (await client.txn({ compare: [], success: [put], failure: [] }, call())).header.revision
    }
    const at = (revision: number) =>
      client.range({ key: KEY, revision }, call()).then(
        ({ kvs }) => kvs[0]?.value.toString(),
        (error: unknown) => (error instanceof CallFailed ? error.message : String(error)),
      )
    const mark = async () => (await client.range({ key: 'compact_rev_key' }, call())).kvs[0]?.version ?? 0

    const revisions: number[] = []
    for (let interval = 0; interval < 4; interval++) {
      revisions.push(await write(`${interval}-old`), await write(`${interval}`))
      clock.advance(INTERVAL)
      await expect.poll(mark).toBe(interval + 1)
    }
    await expect.poll(() => at(revisions[4] ?? 0)).toContain('compacted')
    // The newest revision of an interval ago stays readable, and so do all later ones.
    expect(await at(revisions[7] ?? 0)).toBe('3')
    expect(reported).toEqual([])
    for (const stop of stops) stop()
    client.close()
  })
})
