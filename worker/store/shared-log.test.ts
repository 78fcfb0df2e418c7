import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { openStore } from './revisioned-store.ts'
import type { Change } from './store.ts'
import { Compacted, OutcomeUnknown, RevisionMismatch } from './store.ts'
import { plainEncoding, pod, podKey, pods, manualSharedLog, valueOf } from './store-fixtures.ts'

const KEY = 'core/pods/default/a'
const describeChange = ({ type, revision, key, cause }: Change): string =>
  `${revision} ${type} ${key.name}${cause === undefined ? '' : ` by ${cause.user}`}`

async function opened() {
  const log = manualSharedLog()
  const store = await openStore({ log, clock: virtualClock(), ...plainEncoding })
  const seen: string[] = []
  const ended: string[] = []
  const listener = (change: Change): void => void seen.push(describeChange(change))
  store.watch({ resource: pods, from: 1, listener, ended: (why) => ended.push(why) })
  const append = (revision: number, spec?: string, name = 'a', more = {}) =>
    log.report({
      key: `core/pods/default/${name}`,
      value: spec === undefined ? undefined : valueOf(pod(name, spec)),
      revision,
      ...more,
    })
  return { log, store, seen, ended, append }
}

describe('a store over a shared log', () => {
  it('shows the changes of other writers with their cause', async () => {
    const { store, seen, append } = await opened()
    append(4, '1', 'a', { cause: { requestId: 'r', user: 'bob', verb: 'create' } })
    expect(store.get(podKey('a'))?.object).toMatchObject({ metadata: { resourceVersion: '4' } })
    append(6)
    expect(store.get(podKey('a'))).toBeUndefined()
    expect(store.revision).toBe(6)
    expect(seen).toEqual(['4 put a by bob', '6 remove a'])
  })

  it('shows its own write when the log reports it, in order with other changes', async () => {
    const { log, store, seen, append } = await opened()
    const cause = { requestId: 'r', user: 'ann', verb: 'create' }
    const object = pod('a', '1')
    const written = store.put(podKey('a'), object, 0, { cause })
    expect(log.writes.map(({ change }) => [change.key, change.expected, change.cause])).toEqual([[KEY, 0, cause]])
    append(2, '1', 'b')
    expect(store.get(podKey('a'))).toBeUndefined()
    append(5, '1', 'a', { change: log.writes[0]?.change })
    expect(await written).toBe(store.get(podKey('a')))
    expect((await written).object).toEqual({ ...object, metadata: { ...object.metadata, resourceVersion: '5' } })
    expect(seen).toEqual(['2 put b', '5 put a by ann'])
  })

  it('leaves the check of the expected revision to the log, and passes on its errors', async () => {
    const { log, store, append } = await opened()
    append(2, '1')
    const create = store.put(podKey('a'), pod('a', '2'), 0)
    const update = store.put(podKey('a'), pod('a', '2'), 2)
    const removal = store.remove(podKey('a'), 2)
    expect(log.writes.map(({ change }) => change.expected)).toEqual([0, 2, 2])
    for (const [i, error] of [new RevisionMismatch(), new OutcomeUnknown()].entries()) log.writes[i]?.reject(error)
    await expect(create).rejects.toThrow(RevisionMismatch)
    await expect(update).rejects.toThrow(OutcomeUnknown)
    append(3, undefined, 'a', { change: log.writes[2]?.change })
    expect((await removal).object).toMatchObject({ metadata: { resourceVersion: '3' }, spec: { text: '1' } })
  })

  it('shows every change of one revision', async () => {
    const { store, log, seen } = await opened()
    const record = (name: string) => ({
      key: `core/pods/default/${name}`,
      value: valueOf(pod(name, '1')),
      revision: 7,
    })
    log.report(record('a'), record('b'))
    expect(seen).toEqual(['7 put a', '7 put b'])
    const again: string[] = []
    const listener = (change: Change): void => void again.push(describeChange(change))
    store.watch({ resource: pods, from: 1, listener, ended() {} })
    expect(again).toEqual(seen)
  })

  it('takes the new state after a reset, ends its watches and drops its history', async () => {
    const { log, store, ended, append } = await opened()
    for (const name of ['gone', 'kept', 'changed']) append(store.revision + 1, '1', name)
    const kept = store.get(podKey('kept'))
    const waiting = store.reached(20, 1000)
    log.reset({
      revision: 20,
      records: [
        { key: 'core/pods/default/kept', value: valueOf(pod('kept', '1')), revision: 3 },
        { key: 'core/pods/default/changed', value: valueOf(pod('changed', '2')), revision: 18 },
      ],
    })
    expect(await waiting).toBe(true)
    expect([...store.snapshot(pods).entries()].map(({ key, revision }) => [key.name, revision])).toEqual([
      ['changed', 18],
      ['kept', 3],
    ])
    expect(store.get(podKey('kept'))).toBe(kept)
    expect(ended).toEqual(['compacted'])
    expect(() => store.snapshot(pods, 19)).toThrow(Compacted)
    const seen: string[] = []
    store.watch({
      resource: pods,
      from: 20,
      listener: (change) => seen.push(describeChange(change)),
      ended() {},
    })
    append(21, undefined, 'kept')
    expect(seen).toEqual(['21 remove kept'])
  })
})
