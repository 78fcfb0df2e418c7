import { expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { snapshotLog } from './persistence/snapshot-log.ts'
import { openStore } from './revisioned-store.ts'
import { plainEncoding, pod, podKey, pods, textOf } from './store-fixtures.ts'
import type { ForkableStore } from './forkable-store.ts'

const clock = virtualClock()
const NAMES = ['a', 'b', 'c', 'd']

async function started(): Promise<{ store: ForkableStore; fork(): Promise<ForkableStore> }> {
  const log = snapshotLog()
  const store = await openStore({ log, clock, ...plainEncoding })
  const fork = (): Promise<ForkableStore> =>
    openStore({ log: log.copy(), origin: store.content(), clock, ...plainEncoding })
  return { store, fork }
}

function contentOf(store: ForkableStore): readonly string[] {
  const listed = Array.from(store.snapshot(pods).entries(), ({ bytes }) => textOf(bytes))
  const read = NAMES.flatMap((name) => store.get(podKey(name)) ?? []).map(({ object }) => JSON.stringify(object))
  expect(listed).toEqual(read)
  return [`revision ${store.revision}`, ...listed]
}

/** Writes a pod, or removes the pod when it exists and `removes` is set. */
async function change(store: ForkableStore, name: string, text: string, removes: boolean): Promise<void> {
  const { revision = 0 } = store.get(podKey(name)) ?? {}
  if (removes && revision > 0) await store.remove(podKey(name), revision)
  else await store.put(podKey(name), pod(name, text), revision)
}

it('begins with the content of another store; later changes in one store are not visible in the other', async () => {
  const random = virtualClock().random
  const { store: origin, fork } = await started()
  const stores = [origin]
  const expected: (readonly string[])[] = [contentOf(origin)]
  for (let step = 0; step < 300; step++) {
    const chosen = random(stores.length)
    const store = stores[chosen]!
    if (step % 30 === 29) {
      stores.push(await fork())
      expected.push(contentOf(origin))
    }
    await change(store, NAMES[random(NAMES.length)]!, `${step}`, random(3) === 0)
    expected[chosen] = contentOf(store)
    expect(stores.map(contentOf)).toEqual(expected)
  }
})

it('keeps decoded objects that a change in the other store replaced', async () => {
  const { store: origin, fork } = await started()
  await origin.put(podKey('a'), pod('a', '1'), 0)
  const { object } = origin.get(podKey('a'))!
  const copy = await fork()
  await copy.put(podKey('a'), pod('a', '2'), 2)
  expect(origin.get(podKey('a'))?.object).toBe(object)
})

it('refuses content of another revision than its log', async () => {
  const { store } = await started()
  await store.put(podKey('a'), pod('a', '1'), 0)
  const opening = openStore({ log: snapshotLog(), origin: store.content(), clock, ...plainEncoding })
  await expect(opening).rejects.toThrow('the log is at revision 1, its content at 2')
})

it('calls an observer after every change until it ends', async () => {
  const { store } = await started()
  const seen: string[] = []
  const end = store.observe(({ type, key }) => void seen.push(`${type} ${key.name} ${store.get(key)?.revision}`))
  await store.put(podKey('a'), pod('a', '1'), 0)
  await store.remove(podKey('a'), 2)
  end()
  await store.put(podKey('b'), pod('b', '1'), 0)
  expect(seen).toEqual(['put a 2', 'remove a undefined'])
})
