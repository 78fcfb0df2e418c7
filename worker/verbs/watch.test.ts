import { beforeEach, describe, expect, it } from 'vitest'
import type { WatchEvent, WatchOptions } from './verbs.ts'
import type { TestCluster } from './verbs-fixture.ts'
import { configMap, deletion, describeEvent, fromNow, plain, testCluster } from './verbs-fixture.ts'

describe('watch', () => {
  let cluster: TestCluster
  beforeEach(async () => {
    cluster = await testCluster()
    await cluster.create('configmaps', configMap('a', {}, { s: 'in' }))
  })

  async function watch(options: Partial<WatchOptions>, caller = cluster.caller) {
    const events: WatchEvent[] = []
    const seen = { events, ended: false, words: () => events.map(describeEvent), stop: () => {} }
    const watcher = { event: (event: WatchEvent) => void events.push(event), end: () => void (seen.ended = true) }
    seen.stop = await cluster.verbs.watch(cluster.target('configmaps'), caller, { ...fromNow, ...options }, watcher)
    return seen
  }
  const put = (name: string, labels: { [key: string]: string }) =>
    cluster.verbs.update(cluster.target('configmaps', name), cluster.caller, configMap(name, { n: '1' }, labels), plain)

  it('starts with the current objects, continues with changes, and ends when it is stopped', async () => {
    const seen = await watch({})
    await put('a', { s: 'in' })
    await cluster.verbs.delete(cluster.target('configmaps', 'a'), cluster.caller, deletion)
    expect(seen.words()).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a'])
    const last = seen.events.at(-1)
    expect(last !== undefined && 'view' in last && last.view.object.metadata?.resourceVersion).toBe(
      String(cluster.store.revision),
    )
    seen.stop()
    await cluster.create('configmaps', configMap('b'))
    expect(seen.events).toHaveLength(3)
    expect(seen.ended).toBe(true)
  })

  it('resumes after a version without initial events', async () => {
    const from = String(cluster.store.revision)
    await cluster.create('configmaps', configMap('b'))
    expect((await watch({ resourceVersion: from })).words()).toEqual(['ADDED b'])
  })

  it('sends ADDED for objects that begin to match the selector and DELETED for objects that no longer match it', async () => {
    const seen = await watch({ labelSelector: 's=in' })
    await put('a', { s: 'out' })
    await put('a', { s: 'out', t: 'x' })
    await put('a', { s: 'in' })
    expect(seen.words()).toEqual(['ADDED a', 'DELETED a', 'ADDED a'])
    const gone = seen.events[1]
    expect(gone !== undefined && 'view' in gone && gone.view.object.metadata?.labels).toEqual({ s: 'in' })
  })

  it('shares the encodings of a change between watchers', async () => {
    const [one, two] = [await watch({}), await watch({})]
    await put('a', { s: 'in' })
    const [first, second] = [one.events.at(-1), two.events.at(-1)]
    expect(first !== undefined && second !== undefined && 'encoded' in first && 'encoded' in second).toBe(true)
    if (first && second && 'encoded' in first && 'encoded' in second) expect(first.encoded).toBe(second.encoded)
  })

  it('sends a bookmark every minute, and after a change two seconds before its timeout', async () => {
    const seen = await watch({ allowWatchBookmarks: true, timeoutSeconds: 90 })
    cluster.clock.advance(60_000)
    expect(seen.words()).toEqual(['ADDED a', 'BOOKMARK'])
    const changed = await cluster.create('configmaps', configMap('b'))
    await cluster.create('secrets', configMap('b'))
    cluster.clock.advance(28_000)
    expect(seen.words()).toEqual(['ADDED a', 'BOOKMARK', 'ADDED b', 'BOOKMARK'])
    expect(seen.events.at(-1)).toMatchObject({ resourceVersion: changed.metadata?.resourceVersion })
    cluster.clock.advance(2000)
    expect(seen.words()).toHaveLength(4)
    expect(seen.ended).toBe(true)
  })

  it('sends no bookmark without a change, nor for a timeout of two seconds', async () => {
    const unchanged = await watch({ allowWatchBookmarks: true, timeoutSeconds: 5 })
    const short = await watch({ allowWatchBookmarks: true, timeoutSeconds: 2, resourceVersion: '0' })
    await cluster.create('secrets', configMap('b'))
    cluster.clock.advance(5000)
    expect(unchanged.words()).toEqual(['ADDED a'])
    expect(short.words()).toEqual(['ADDED a'])
  })

  it('marks the end of initial events, after a given delay, and sends no initial events when they are refused', async () => {
    const options = { sendInitialEvents: true, allowWatchBookmarks: true, resourceVersionMatch: 'NotOlderThan' }
    const seen = await watch(options)
    expect(seen.events.at(-1)).toMatchObject({ type: 'BOOKMARK', initialEventsEnd: true })
    const delayed = await watch({ ...options, bookmarkDelay: 1000 })
    await cluster.create('configmaps', configMap('soon'))
    expect(delayed.words()).toEqual(['ADDED a', 'ADDED soon'])
    cluster.clock.advance(1000)
    const revision = String(cluster.store.revision)
    expect(delayed.events.at(-1)).toMatchObject({ initialEventsEnd: true, resourceVersion: revision })
    const without = { ...options, sendInitialEvents: false }
    expect((await watch(without)).events).toEqual([])
    const from = String(cluster.store.revision)
    await cluster.create('configmaps', configMap('b'))
    expect((await watch({ ...without, resourceVersion: from })).words()).toEqual(['ADDED b'])
  })

  it('sends an error for a version that initial events do not reach in time', async () => {
    const future = { resourceVersion: '99999', resourceVersionMatch: 'NotOlderThan' }
    const events: WatchEvent[] = []
    let ended = false
    const watcher = { event: (event: WatchEvent) => void events.push(event), end: () => void (ended = true) }
    const options = { ...fromNow, ...future, sendInitialEvents: true }
    const opened = cluster.verbs.watch(cluster.target('configmaps'), cluster.caller, options, watcher)
    await Promise.resolve()
    cluster.clock.advance(3000)
    await opened
    expect(events).toMatchObject([{ type: 'ERROR', status: { code: 504, reason: 'Timeout' } }])
    expect(ended).toBe(true)
    expect((await watch({ ...future, sendInitialEvents: false })).events).toEqual([])
  })

  it('sends an error with the code 410 for a compacted version', async () => {
    const from = cluster.store.revision
    await cluster.create('configmaps', configMap('b'))
    cluster.clock.advance(6 * 60_000)
    await cluster.create('configmaps', configMap('c'))
    cluster.clock.advance(6 * 60_000)
    const seen = await watch({ resourceVersion: String(from) })
    expect(seen.ended).toBe(true)
    expect(seen.events).toMatchObject([{ type: 'ERROR', status: { code: 410, reason: 'Expired' } }])
    const [event] = seen.events
    expect(event?.type === 'ERROR' && event.status['message']).toMatch(/^too old resource version: \d+ \(\d+\)$/)
  })

  it('sends the error for a compacted version with another text for kinds without a watch cache', async () => {
    const from = cluster.store.revision
    await cluster.create('configmaps', configMap('b'))
    cluster.clock.advance(6 * 60_000)
    await cluster.create('configmaps', configMap('c'))
    cluster.clock.advance(6 * 60_000)
    const events: WatchEvent[] = []
    const watcher = { event: (event: WatchEvent) => void events.push(event), end: () => undefined }
    const options = { ...fromNow, resourceVersion: String(from) }
    await cluster.verbs.watch(cluster.target('events'), cluster.caller, options, watcher)
    const message = 'The resourceVersion for the provided watch is too old.'
    expect(events).toMatchObject([{ type: 'ERROR', status: { message, reason: 'Expired' } }])
  })

  it('ends when the client disconnects', async () => {
    const gone = new AbortController()
    const seen = await watch({}, { ...cluster.caller, signal: gone.signal })
    gone.abort()
    expect(seen.ended).toBe(true)
  })
})
