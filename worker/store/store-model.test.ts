import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { openStore } from './revisioned-store.ts'
import { heldLog, plainEncoding, pod, podKey, pods } from './store-fixtures.ts'
import type { Key, Snapshot, Store } from './store.ts'
import { RevisionMismatch, StorageFailed } from './store.ts'

/** A write that the store accepted, to be checked against the model. */
interface Accepted {
  readonly key: Key
  readonly text: string | undefined
  readonly expected: number
  readonly revision: number
}

type State = ReadonlyMap<string, { revision: number; text: string }>

const NAMES = ['a', 'a-b', 'b', 'c']
const NAMESPACES = ['x', 'x-y', 'z']
const placeOf = ({ namespace, name }: Key) => `${namespace}/${name}`

/**
 * Returns the state after each revision. Fails when the store accepted a write over a state that its writer had not
 * read.
 */
function replay(accepted: readonly Accepted[]): Map<number, State> {
  const states = new Map<number, State>([[1, new Map()]])
  let state: State = new Map()
  let revision = 1
  for (const write of [...accepted].sort((a, b) => a.revision - b.revision)) {
    expect(write.revision).toBe(++revision)
    expect(state.get(placeOf(write.key))?.revision ?? 0).toBe(write.expected)
    const next = new Map(state)
    if (write.text === undefined) next.delete(placeOf(write.key))
    else next.set(placeOf(write.key), { revision, text: write.text })
    states.set(revision, (state = next))
  }
  return states
}

function listed(snapshot: Snapshot, namespace?: string): unknown[] {
  return [...snapshot.entries({ namespace })].map(({ key, revision, object }) => [
    placeOf(key),
    revision,
    object['spec'],
    object.metadata?.resourceVersion,
  ])
}

function expectedList(state: State | undefined, namespace?: string): unknown[] {
  return [...(state ?? [])]
    .filter(([place]) => namespace === undefined || place.startsWith(`${namespace}/`))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, { revision, text }]) => [place, revision, { text }, String(revision)])
}

/** Runs writers, readers, watchers and a log that sometimes fails, in an order that `seed` decides. */
async function play(seed: number) {
  const clock = virtualClock(seed)
  for (let i = 0; i < seed; i++) clock.random(2)
  const log = heldLog()
  const store = await openStore({ log, clock, ...plainEncoding })
  const accepted: Accepted[] = []
  const refused: unknown[] = []
  const snapshots: { snapshot: Snapshot; before: unknown[] }[] = []
  const watches: { from: number; namespace: string | undefined; seen: string[] }[] = []
  const pick = <T>(values: readonly T[]): T => values[clock.random(values.length)] as T

  const write = (text: string) => {
    const key = podKey(pick(NAMES), pick(NAMESPACES))
    const current = store.get(key)?.revision ?? 0
    const expected = clock.random(8) === 0 ? clock.random(store.revision + 2) : current
    const removes = clock.random(4) === 0
    const done = removes ? store.remove(key, expected) : store.put(key, pod(key.name, text, key.namespace), expected)
    done.then(
      ({ revision }) => accepted.push({ key, text: removes ? undefined : text, expected, revision }),
      (error: unknown) => refused.push(error),
    )
  }
  const watch = () => {
    const namespace = clock.random(2) === 0 ? undefined : pick(NAMESPACES)
    const from = 1 + clock.random(store.revision + 1)
    const seen: string[] = []
    store.watch({
      resource: pods,
      namespace,
      from,
      listener: ({ type, revision, key, previous }) =>
        seen.push(`${revision} ${type} ${placeOf(key)} ${previous?.revision ?? 0}`),
      ended: () => seen.push('ended'),
    })
    watches.push({ from, namespace, seen })
  }
  const look = () => {
    const snapshot = store.snapshot(pods, 1 + clock.random(store.revision))
    snapshots.push({ snapshot, before: listed(snapshot) })
  }
  const settle = () => (clock.random(6) === 0 ? log.held[0]?.fail(new StorageFailed('played')) : log.held[0]?.pass())

  for (let step = 0; step < 80; step++) {
    const action = pick([write, write, write, watch, look, settle, settle])
    action(`step ${step}`)
    if (clock.random(3) === 0) for (let i = 0; i < clock.random(6); i++) await Promise.resolve()
  }
  const closing = { isDone: false }
  void store.close().then(() => (closing.isDone = true))
  while (!closing.isDone) {
    log.held[0]?.pass()
    await Promise.resolve()
  }
  return { store, accepted, refused, snapshots, watches }
}

function check({ store, accepted, refused, snapshots, watches }: Awaited<ReturnType<typeof play>>): void {
  const states = replay(accepted)
  expect(store.revision).toBe(accepted.length + 1)
  for (const error of refused) expect(error instanceof RevisionMismatch || error instanceof StorageFailed).toBe(true)
  for (const { snapshot, before } of snapshots) {
    const expected = expectedList(states.get(snapshot.revision))
    expect([before, listed(snapshot), snapshot.size]).toEqual([expected, expected, expected.length])
  }
  for (const [revision, state] of states) checkLists(store, revision, state)
  for (const { from, namespace, seen } of watches) {
    const expected = accepted
      .filter((write) => write.revision > from && (namespace === undefined || write.key.namespace === namespace))
      .sort((a, b) => a.revision - b.revision)
      .map(({ revision, text, key, expected: previous }) => {
        return `${revision} ${text === undefined ? 'remove' : 'put'} ${placeOf(key)} ${previous}`
      })
    expect(seen).toEqual([...expected, 'ended'])
  }
}

function checkLists(store: Store, revision: number, state: State): void {
  const snapshot = store.snapshot(pods, revision)
  expect(listed(snapshot)).toEqual(expectedList(state))
  for (const namespace of NAMESPACES) {
    expect(listed(snapshot, namespace)).toEqual(expectedList(state, namespace))
    expect(snapshot.count({ namespace })).toBe(expectedList(state, namespace).length)
  }
}

describe('random histories', () => {
  it('have one order of writes, and the lists and watches of the model at every revision', async () => {
    let writes = 0
    let refusals = 0
    for (let seed = 1; seed <= 200; seed++) {
      const history = await play(seed)
      check(history)
      writes += history.accepted.length
      refusals += history.refused.length
    }
    expect(writes).toBeGreaterThan(2000)
    expect(refusals).toBeGreaterThan(500)
  })
})
