import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { memoryLog } from './persistence/memory-log.ts'
import type { StoreOptions } from './store-options.ts'
import { openStore } from './revisioned-store.ts'
import { plainEncoding, pod, podKey, pods, textOf } from './store-fixtures.ts'
import type { Change, Store, WatchOptions } from './store.ts'
import { Compacted } from './store.ts'

const open = (options: Partial<StoreOptions> = {}) =>
  openStore({ log: memoryLog(), clock: virtualClock(), ...plainEncoding, ...options })

function recorded(store: Store, options: Partial<WatchOptions> = {}) {
  const changes: Change[] = []
  const ended: string[] = []
  const listener = (change: Change) => void changes.push(change)
  const watch = store.watch({ resource: pods, from: 1, listener, ended: (why) => ended.push(why), ...options })
  return { changes, ended, watch, revisions: () => changes.map(({ revision }) => revision) }
}

async function createThree(store: Store): Promise<void> {
  await store.put(podKey('a'), pod('a', '1'), 0)
  await store.put(podKey('b', 'other'), pod('b', '1', 'other'), 0)
  await store.put({ ...podKey('c'), resource: 'core/secrets' }, pod('c', '1'), 0)
}

describe('a watch', () => {
  it('receives the kept history before the call returns, then each change as it happens', async () => {
    const store = await open()
    await createThree(store)
    const all = recorded(store)
    expect(all.revisions()).toEqual([2, 3])
    const later = recorded(store, { from: 2 })
    await store.put(podKey('a'), pod('a', '2'), 2)
    expect([all.revisions(), later.revisions()]).toEqual([
      [2, 3, 5],
      [3, 5],
    ])
  })

  it('of a namespace receives changes of that namespace only', async () => {
    const store = await open()
    await createThree(store)
    const watch = recorded(store, { namespace: 'other' })
    await store.put(podKey('d', 'other'), pod('d', '1', 'other'), 0)
    await store.put(podKey('d'), pod('d', '1'), 0)
    expect(watch.revisions()).toEqual([3, 5])
  })

  it('of a field value receives the changes of objects that have or had it', async () => {
    const store = await open()
    const read = (object: ApiObject): string => object.metadata?.labels?.['node'] ?? ''
    const watch = recorded(store, { only: { field: 'node', value: 'n1', read } })
    const other = recorded(store, { only: { field: 'node', value: 'n2', read } })
    const on = (name: string, node: string): ApiObject => ({ ...pod(name, '1'), metadata: { name, labels: { node } } })
    await store.put(podKey('a'), on('a', 'n1'), 0)
    await store.put(podKey('b'), on('b', 'n3'), 0)
    await store.put(podKey('a'), on('a', 'n2'), 2)
    await store.remove(podKey('a'), 4)
    expect([watch.revisions(), other.revisions()]).toEqual([
      [2, 4],
      [4, 5],
    ])
    other.watch.stop()
    await store.put(podKey('a'), on('a', 'n2'), 0)
    expect(other.revisions()).toEqual([4, 5])
  })

  it('receives the states before and after, and the cause', async () => {
    const store = await open()
    const watch = recorded(store)
    const cause = { requestId: 'r1', user: 'alice', verb: 'create' }
    await store.put(podKey('a'), pod('a', '1'), 0, { cause })
    await store.put(podKey('a'), pod('a', '2'), 2)
    await store.remove(podKey('a'), 3)
    expect(watch.changes.map(({ type, previous }) => [type, previous?.revision])).toEqual([
      ['put', undefined],
      ['put', 2],
      ['remove', 3],
    ])
    expect(watch.changes[0]?.cause).toBe(cause)
    expect(watch.changes.map(({ current }) => JSON.parse(textOf(current.bytes)))).toMatchObject([
      { metadata: { resourceVersion: '2' }, spec: { text: '1' } },
      { metadata: { resourceVersion: '3' }, spec: { text: '2' } },
      { metadata: { resourceVersion: '4' }, spec: { text: '2' } },
    ])
    expect(watch.changes[2]?.previous?.object).toMatchObject({ metadata: { resourceVersion: '3' } })
  })

  it('from a future revision receives only later changes', async () => {
    const store = await open()
    const watch = recorded(store, { from: 3 })
    await createThree(store)
    await store.put(podKey('a'), pod('a', '2'), 2)
    expect(watch.revisions()).toEqual([5])
  })

  it('calls no listener after it was stopped', async () => {
    const store = await open()
    const watch = recorded(store)
    await store.put(podKey('a'), pod('a', '1'), 0)
    watch.watch.stop()
    watch.watch.stop()
    await store.put(podKey('a'), pod('a', '2'), 2)
    await store.close()
    expect([watch.revisions(), watch.ended]).toEqual([[2], []])
  })

  it('ends with a report when its listener throws, without effect on other watches', async () => {
    const reports: unknown[] = []
    const store = await open({ report: (error) => reports.push(error) })
    const fault = new Error('listener')
    const fail = () => {
      throw fault
    }
    const bad = recorded(store, { listener: fail })
    const good = recorded(store)
    await createThree(store)
    const replayed = recorded(store, { listener: fail })
    expect([reports, bad.ended, replayed.ended, good.revisions()]).toEqual([
      [fault, fault],
      ['closed'],
      ['closed'],
      [2, 3],
    ])
  })

  it('loses and repeats no change when its listener writes or starts another watch', async () => {
    const store = await open()
    const inner: ReturnType<typeof recorded>[] = []
    const writes: Promise<unknown>[] = []
    const listener = ({ revision }: Change) => {
      inner.push(recorded(store, { from: revision - 1 }))
      if (revision < 4) writes.push(store.put(podKey(`p${revision}`), pod(`p${revision}`, ''), 0))
    }
    recorded(store, { listener })
    await store.put(podKey('a'), pod('a', '1'), 0)
    await Promise.all(writes)
    await Promise.all(writes)
    expect(inner.map(({ revisions }) => revisions())).toEqual([[2, 3, 4], [3, 4], [4]])
  })

  it('receives the same change object, and so the same encodings, as other watches', async () => {
    const store = await open()
    const [one, two] = [recorded(store), recorded(store)]
    await store.put(podKey('a'), pod('a', '1'), 0)
    expect(one.changes[0]).toBe(two.changes[0])
  })
})

describe('compaction', () => {
  it('drops changes older than historyMs, which only a snapshot from before still shows', async () => {
    const clock = virtualClock()
    const store = await open({ clock, historyMs: 1000 })
    await store.put(podKey('a'), pod('a', '1'), 0)
    clock.advance(900)
    await store.put(podKey('a'), pod('a', '2'), 2)
    const page = store.snapshot(pods, 2)
    clock.advance(200)
    expect(store.compactedRevision).toBe(2)
    expect(recorded(store, { from: 2 }).revisions()).toEqual([3])
    expect(() => recorded(store, { from: 1 })).toThrow(Compacted)
    expect(() => store.snapshot(pods, 1)).toThrow(new Compacted(2))
    clock.advance(2000)
    expect(store.compactedRevision).toBe(3)
    expect(() => store.snapshot(pods, 2)).toThrow(Compacted)
    expect(page.get('default', 'a')?.object['spec']).toEqual({ text: '1' })
    expect(store.snapshot(pods, 3).size).toBe(1)
  })

  it('drops the oldest changes beyond historyBytes', async () => {
    const store = await open({ historyBytes: 10_000 })
    let { revision } = await store.put(podKey('a'), pod('a', 'x'.repeat(1000)), 0)
    for (let i = 0; i < 100; i++) ({ revision } = await store.put(podKey('a'), pod('a', 'x'.repeat(1000)), revision))
    expect(revision - store.compactedRevision).toBe(5)
    expect(recorded(store, { from: store.compactedRevision }).revisions()).toHaveLength(5)
  })

  it('drops the shared encodings of all but the last 256 changes, and of these at the next compaction', async () => {
    const clock = virtualClock()
    const store = await open({ clock })
    const watch = recorded(store)
    for (let i = 0; i < 300; i++) {
      await store.put(podKey(`p${i}`), pod(`p${i}`, ''), 0)
      watch.changes[i]?.encoded.set('json', new Uint8Array(1))
    }
    const holding = () => watch.changes.filter(({ encoded }) => encoded.size > 0).length
    expect(holding()).toBe(256)
    clock.advance(60_000)
    expect(holding()).toBe(0)
  })
})
