import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { memoryLog } from './persistence/memory-log.ts'
import type { StoreOptions } from './store-options.ts'
import { openStore } from './revisioned-store.ts'
import { heldLog, plainEncoding, pod, podKey, pods, textOf, valueOf } from './store-fixtures.ts'
import type { Change, Stored } from './store.ts'
import { BasisChanged, Compacted, FutureRevision, RevisionMismatch, StorageFailed, StorageFull } from './store.ts'

const open = (options: Partial<StoreOptions> = {}) =>
  openStore({ log: memoryLog(), clock: virtualClock(), ...plainEncoding, ...options })

const describeChange = ({ type, revision, key }: Change) => `${revision} ${type} ${key.namespace}/${key.name}`
const names = (entries: Iterable<Stored>) => [...entries].map(({ key }) => `${key.namespace}/${key.name}`)

/** Waits until every promise that can settle has settled. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

describe('compact', () => {
  it('drops the history and keeps the current state', async () => {
    const store = await open()
    await store.put(podKey('a'), pod('a', '1'), 0)
    await store.put(podKey('b'), pod('b', '1'), 0)
    store.compact()
    expect(store.compactedRevision).toBe(3)
    expect(() => store.snapshot(pods, 2)).toThrow(Compacted)
    expect(names(store.snapshot(pods, 3).entries())).toEqual(['default/a', 'default/b'])
    const seen: string[] = []
    const watch = {
      resource: pods,
      listener: (change: Change) => void seen.push(describeChange(change)),
      ended: () => {},
    }
    expect(() => store.watch({ ...watch, from: 2 })).toThrow(Compacted)
    store.watch({ ...watch, from: 3 })
    await store.remove(podKey('a'), 2)
    expect(seen).toEqual(['4 remove default/a'])
  })
})

describe('a write', () => {
  it('starts after revision 1 and counts all resources together', async () => {
    const store = await open()
    expect(store.revision).toBe(1)
    expect(store.snapshot(pods).revision).toBe(1)
    expect((await store.put(podKey('a'), pod('a', '1'), 0)).revision).toBe(2)
    const node = { resource: 'core/nodes', namespace: '', name: 'n1' }
    expect((await store.put(node, pod('n1', ''), 0)).revision).toBe(3)
    expect((await store.remove(podKey('a'), 2)).revision).toBe(4)
    expect(store.revision).toBe(4)
  })

  it('sets the resourceVersion after the uid, in the object and in the bytes', async () => {
    const store = await open()
    const stored = await store.put(podKey('a'), pod('a', '1'), 0)
    expect(Object.keys(stored.object.metadata ?? {})).toEqual([
      'name',
      'namespace',
      'uid',
      'resourceVersion',
      'creationTimestamp',
    ])
    expect(textOf(stored.bytes)).toBe(JSON.stringify(stored.object))
    expect(store.get(podKey('a'))).toBe(stored)
    const updated = await store.put(podKey('a'), { ...stored.object, spec: { text: 'ä' } }, 2)
    expect(textOf(updated.bytes)).toBe(JSON.stringify(updated.object))
    expect(updated.object.metadata?.resourceVersion).toBe('3')
  })

  it('does not change its argument or the previous revision', async () => {
    const store = await open()
    const given = pod('a', '1')
    const first = await store.put(podKey('a'), given, 0)
    await store.put(podKey('a'), pod('a', '2'), 2)
    expect(given).toEqual(pod('a', '1'))
    expect(first.object).toMatchObject({ metadata: { resourceVersion: '2' }, spec: { text: '1' } })
    expect(textOf(first.bytes)).toContain('"resourceVersion":"2"')
  })

  it('is refused when the object is not at the expected revision', async () => {
    const store = await open()
    await store.put(podKey('a'), pod('a', '1'), 0)
    await expect(store.put(podKey('a'), pod('a', '2'), 0)).rejects.toThrow(RevisionMismatch)
    await expect(store.put(podKey('a'), pod('a', '2'), 1)).rejects.toThrow(RevisionMismatch)
    await expect(store.remove(podKey('a'), 1)).rejects.toThrow(RevisionMismatch)
    await expect(store.remove(podKey('b'), 0)).rejects.toThrow(RevisionMismatch)
    await expect(store.put(podKey('b'), pod('b', '1'), 2)).rejects.toThrow(RevisionMismatch)
    expect(store.revision).toBe(2)
  })

  it('reports the last state at the revision of the removal', async () => {
    const store = await open()
    await store.put(podKey('a'), pod('a', '1'), 0)
    const removed = await store.remove(podKey('a'), 2)
    expect(removed.object).toMatchObject({ metadata: { resourceVersion: '3' }, spec: { text: '1' } })
    expect(textOf(removed.bytes)).toBe(JSON.stringify(removed.object))
    expect(store.get(podKey('a'))).toBeUndefined()
    expect((await store.put(podKey('a'), pod('a', '2'), 0)).revision).toBe(4)
  })

  it('is refused when no member follows the resourceVersion', async () => {
    const store = await open({ encode: (object) => ({ ...plainEncoding.encode(object), after: '}}' }) })
    await expect(store.put(podKey('a'), pod('a', '1'), 0)).rejects.toThrow('a member must follow')
    expect(store.revision).toBe(1)
  })

  it('fails without failing its group when its object cannot be encoded', async () => {
    const store = await open({
      encode: (object) => {
        if (object.kind === 'Bad') throw new Error('no JSON')
        return plainEncoding.encode(object)
      },
    })
    const [bad, good] = await Promise.allSettled([
      store.put(podKey('a'), { kind: 'Bad' }, 0),
      store.put(podKey('b'), pod('b', '1'), 0),
    ])
    expect(bad.status).toBe('rejected')
    expect(good).toMatchObject({ status: 'fulfilled', value: { revision: 2 } })
  })
})

describe('group commit', () => {
  it('groups the writes that arrive while a commit is in flight, in order of arrival', async () => {
    const log = heldLog()
    const store = await open({ log })
    const writes = ['a', 'b', 'c'].map((name) => store.put(podKey(name), pod(name, '1'), 0))
    expect(log.held.map(({ changes }) => changes.map(({ key }) => key))).toEqual([['core/pods/default/a']])
    log.held[0]?.pass()
    await writes[0]
    await settled()
    expect(log.held[0]?.changes.map(({ key }) => key)).toEqual(['core/pods/default/b', 'core/pods/default/c'])
    log.held[0]?.pass()
    expect((await Promise.all(writes)).map(({ revision }) => revision)).toEqual([2, 3, 4])
  })

  it('commits the writes of one call of together as one group', async () => {
    const log = heldLog()
    const store = await open({ log })
    const writes: Promise<Stored>[] = []
    store.together(() => {
      for (const name of ['a', 'b']) writes.push(store.put(podKey(name), pod(name, '1'), 0))
    })
    expect(log.held.map(({ changes }) => changes.map(({ key }) => key))).toEqual([
      ['core/pods/default/a', 'core/pods/default/b'],
    ])
    log.held[0]?.pass()
    expect((await Promise.all(writes)).map(({ revision }) => revision)).toEqual([2, 3])
  })

  it('makes no write visible before it is durable', async () => {
    const log = heldLog()
    const store = await open({ log })
    const seen: string[] = []
    store.watch({ resource: pods, from: 1, listener: (change) => seen.push(describeChange(change)), ended() {} })
    const write = store.put(podKey('a'), pod('a', '1'), 0)
    await settled()
    expect([store.get(podKey('a')), store.revision, store.snapshot(pods).size, seen]).toEqual([undefined, 1, 0, []])
    log.held[0]?.pass()
    await write
    expect([store.revision, store.snapshot(pods).size, seen]).toEqual([2, 1, ['2 put default/a']])
  })

  it('accepts one of several writers of an object', async () => {
    const log = heldLog()
    const store = await open({ log })
    const other = store.put(podKey('other'), pod('other', ''), 0)
    const writes = ['1', '2', '3'].map((text) => store.put(podKey('a'), pod('a', text), 0))
    const results = Promise.allSettled(writes)
    log.held[0]?.pass()
    await other
    await settled()
    expect(log.held[0]?.changes).toHaveLength(1)
    log.held[0]?.pass()
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(store.get(podKey('a'))?.object['spec']).toEqual({ text: '1' })
  })

  it('refuses every writer of a failed commit, changes nothing and accepts later writes', async () => {
    const log = heldLog()
    const store = await open({ log })
    const seen: string[] = []
    store.watch({ resource: pods, from: 1, listener: (change) => seen.push(describeChange(change)), ended() {} })
    const first = store.put(podKey('a'), pod('a', '1'), 0)
    const others = Promise.allSettled([
      store.put(podKey('b'), pod('b', '1'), 0),
      store.put(podKey('c'), pod('c', '1'), 0),
      store.put(podKey('b'), pod('b', '2'), 0),
    ])
    log.held[0]?.pass()
    await first
    await settled()
    log.held[0]?.fail(new StorageFull('no room'))
    await settled()
    log.held[0]?.pass()
    expect(await others).toMatchObject([
      { status: 'rejected', reason: { name: 'StorageFull' } },
      { status: 'rejected', reason: { name: 'StorageFull' } },
      // This write waited for the first write of its object, which failed.
      { status: 'fulfilled', value: { revision: 3 } },
    ])
    expect(seen).toEqual(['2 put default/a', '3 put default/b'])
    expect(names(store.snapshot(pods).entries())).toEqual(['default/a', 'default/b'])
  })

  it('treats a log that throws synchronously like a failed commit', async () => {
    const log = {
      ...memoryLog(),
      commit: () => {
        throw new StorageFailed('broken')
      },
    }
    const store = await open({ log })
    await expect(store.put(podKey('a'), pod('a', '1'), 0)).rejects.toThrow(StorageFailed)
    await expect(store.put(podKey('a'), pod('a', '1'), 0)).rejects.toThrow(StorageFailed)
  })
})

describe('a snapshot', () => {
  it('does not change', async () => {
    const store = await open()
    await store.put(podKey('a'), pod('a', '1'), 0)
    const before = store.snapshot(pods)
    await store.put(podKey('a'), pod('a', '2'), 2)
    await store.put(podKey('b'), pod('b', '1'), 0)
    await store.remove(podKey('a'), 3)
    expect([before.revision, before.size, names(before.entries())]).toEqual([2, 1, ['default/a']])
    expect(before.get('default', 'a')?.object['spec']).toEqual({ text: '1' })
    expect(names(store.snapshot(pods).entries())).toEqual(['default/b'])
  })

  it('reads any revision in the history, and no other', async () => {
    const store = await open()
    await store.put(podKey('a'), pod('a', '1'), 0)
    await store.put(podKey('a'), pod('a', '2'), 2)
    await store.remove(podKey('a'), 3)
    const texts = [1, 2, 3, 4].map((revision) => store.snapshot(pods, revision).get('default', 'a')?.object['spec'])
    expect(texts).toEqual([undefined, { text: '1' }, { text: '2' }, undefined])
    expect(() => store.snapshot(pods, 5)).toThrow(FutureRevision)
    expect(() => store.snapshot(pods, 0)).toThrow(Compacted)
  })
})

describe('a write with a basis', () => {
  it('is refused when another object of the resource was written since', async () => {
    const store = await open({})
    const basis = (revision: number) => ({ resource: pods, revision })
    await store.put(podKey('a'), pod('a', '1'), 0, { basis: basis(store.revision) })
    const at = store.revision
    await store.put({ resource: 'core/nodes', namespace: '', name: 'n' }, pod('n', '1'), 0)
    await store.put(podKey('b'), pod('b', '1'), 0, { basis: basis(at) })
    await expect(store.put(podKey('c'), pod('c', '1'), 0, { basis: basis(at) })).rejects.toThrow(BasisChanged)
    // A removal does not invalidate the basis.
    const before = store.revision
    await store.remove(podKey('b'), before)
    await store.put(podKey('c'), pod('c', '1'), 0, { basis: basis(before) })
  })

  it('does not share a commit with another write of its resource', async () => {
    const log = heldLog()
    const store = await open({ log })
    const basis = { resource: pods, revision: store.revision }
    const first = store.put(podKey('first'), pod('first', '1'), 0)
    const writes = ['a', 'b'].map((name) => store.put(podKey(name), pod(name, '1'), 0, { basis }))
    const refusals = Promise.all(writes.map((write) => expect(write).rejects.toThrow(BasisChanged)))
    log.held[0]?.pass()
    await first
    await refusals
    const current = { resource: pods, revision: store.revision }
    const [one, other] = ['a', 'b'].map((name) => store.put(podKey(name), pod(name, '1'), 0, { basis: current }))
    await expect.poll(() => log.held.length).toBe(1)
    expect(log.held[0]?.changes.length).toBe(1)
    log.held[0]?.pass()
    await one
    await expect(other).rejects.toThrow(BasisChanged)
  })
})

describe('reached', () => {
  it('waits until the revision is visible or the time has passed', async () => {
    const clock = virtualClock()
    const store = await open({ clock })
    expect(await store.reached(1, 0)).toBe(true)
    const [soon, never] = [store.reached(2, 1000), store.reached(3, 1000)]
    await store.put(podKey('a'), pod('a', '1'), 0)
    expect(await soon).toBe(true)
    clock.advance(1000)
    expect(await never).toBe(false)
  })
})

describe('the log', () => {
  it('supplies records that are decoded at their first read', async () => {
    let decoded = 0
    const bytes = valueOf(pod('a', '1'))
    const records = [{ key: 'core/pods/default/a', value: bytes, revision: 7 }]
    const store = await open({
      log: { ...memoryLog(), open: () => Promise.resolve({ revision: 9, records }) },
      decode: (value, revision) => {
        decoded++
        return plainEncoding.decode(value, revision)
      },
    })
    expect([store.revision, store.compactedRevision, decoded]).toEqual([9, 9, 0])
    const stored = store.get(podKey('a'))
    expect(stored?.revision).toBe(7)
    expect(textOf(stored?.bytes ?? new Uint8Array())).toBe(JSON.stringify(stored?.object))
    expect(stored?.object.metadata?.resourceVersion).toBe('7')
    expect(decoded).toBe(1)
  })

  it('is refused when it starts at revision 0, which means "any" in requests', async () => {
    const log = { ...memoryLog(), open: () => Promise.resolve({ revision: 0, records: [] }) }
    await expect(open({ log })).rejects.toThrow('revision 1')
  })
})

describe('close', () => {
  it('waits for the commit in flight, ends watches and calls of reached, and refuses writes', async () => {
    const log = heldLog()
    const store = await open({ log })
    const ended: string[] = []
    store.watch({ resource: pods, from: 1, listener() {}, ended: (why) => ended.push(why) })
    const late = store.reached(9, 1000)
    const write = store.put(podKey('a'), pod('a', '1'), 0)
    const closed = store.close()
    await expect(store.put(podKey('b'), pod('b', '1'), 0)).rejects.toThrow(StorageFailed)
    log.held[0]?.pass()
    await closed
    expect((await write).revision).toBe(2)
    expect([await late, ended]).toEqual([false, ['closed']])
  })
})
