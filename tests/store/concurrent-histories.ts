import { deepStrictEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import type { Answer, ConfigMap } from './server-under-test.ts'
import { collectionUrl, openWatch, preparedLog, send, startServer } from './server-under-test.ts'

const NAMESPACE = 'a'
const NAMES = ['m', 'n'] as const
const WRITERS = 5
const WAYS = ['create', 'update', 'update', 'replace', 'patch', 'patch', 'remove', 'get'] as const

const step = fc.record({
  how: fc.constantFrom(...WAYS),
  name: fc.constantFrom(...NAMES),
})

export const concurrentWriters = fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), {
  minLength: 2,
  maxLength: WRITERS,
})

/**
 * The steps of each writer, and how each commit of the log goes: turns of the event loop, or -1 for a commit that may
 * fail.
 */
export const concurrentHistory = fc.record({
  writers: concurrentWriters,
  commits: fc.array(fc.integer({ min: -1, max: 4 }), { minLength: 1, maxLength: 12 }),
})

type History = typeof concurrentHistory extends fc.Arbitrary<infer One> ? One : never
type Step = History['writers'][number][number]

/** A server, and the changes that it has shown. */
interface Shown {
  readonly server: ApiServer
  readonly collection: string
  readonly changes: Changed[]
}

/** A request with its answer. Its times are numbers of visible changes: only their order can explain an answer. */
interface Exchange extends Step {
  readonly id: string
  /** For `update`: the version of the object from which it was computed. */
  readonly expected: number | undefined
  /** The number of visible changes when the request was sent, and when it was answered. */
  readonly sent: number
  readonly answered: number
  readonly answer: Answer
}

interface Changed {
  readonly name: string
  readonly object: ConfigMap
  readonly isRemoved: boolean
}

/**
 * Plays concurrent writers of two objects.
 * @throws AssertionError when no order of the requests explains the answers
 */
export async function playConcurrent({ writers, commits }: History): Promise<void> {
  const clock = virtualClock()
  const log = (await prepared).copy()
  const server = await startServer(log, clock)
  let commit = 0
  log.disturb = async () => {
    const turns = commits[commit++ % commits.length] ?? 0
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
    // Not every commit may fail, or nothing would be written.
    return turns < 0 && commit % 3 === 0
  }
  await playWriters([server], NAMESPACE, writers)
  await server.close()
}

/**
 * Plays concurrent writers of two objects in a namespace without objects, spread over the servers of one storage.
 * @throws AssertionError when no order of the requests explains the answers, or when the servers show different
 * orders
 */
export async function playWriters(
  servers: readonly ApiServer[],
  namespace: string,
  writers: History['writers'],
): Promise<void> {
  const collection = collectionUrl(namespace)
  const shown = servers.map((server): Shown => ({ server, collection, changes: [] }))
  for (const { server, changes } of shown)
    await openWatch(
      server,
      `${collection}?watch=1`,
      ({ type, object }) => changes.push({ name: object.metadata.name, object, isRemoved: type === 'DELETED' }),
      () => undefined,
    )
  const exchanges = await Promise.all(
    writers.map(async (steps, writer) => {
      const done: Exchange[] = []
      for (const [i, one] of steps.entries()) done.push(await exchange(shown, writer, one, `w${writer}-${i}`))
      return done
    }),
  )
  // A list returns after the server has received every answered write.
  for (const { server } of shown) await send(server, 'GET', collection)
  const [{ changes } = { changes: [] }, ...others] = shown
  for (const other of others) deepStrictEqual(other.changes, changes)
  judge(exchanges.flat(), changes)
}

const prepared = preparedLog(virtualClock())

async function exchange(shown: readonly Shown[], writer: number, one: Step, id: string): Promise<Exchange> {
  const own = shown[writer % shown.length]
  if (own === undefined) throw new Error('play with a server')
  const { server, collection, changes } = own
  const { how, name } = one
  const url = `${collection}/${name}`
  const live = how === 'update' ? (await send(server, 'GET', url)).json.metadata.resourceVersion : undefined
  // A change that any server has shown is durable, so later requests must find it.
  const sent = Math.max(...shown.map((each) => each.changes.length))
  const metadata = { name, ...(live !== undefined && { resourceVersion: live }) }
  const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { [id]: 'written' } }
  const answer = await {
    create: () => send(server, 'POST', collection, object),
    update: () => send(server, 'PUT', url, object),
    replace: () => send(server, 'PUT', url, object),
    patch: () => send(server, 'PATCH', url, { data: { [id]: 'written' } }),
    remove: () => send(server, 'DELETE', url),
    get: () => send(server, 'GET', url),
  }[how]()
  return { ...one, id, expected: live === undefined ? undefined : Number(live), sent, answered: changes.length, answer }
}

function judge(exchanges: readonly Exchange[], changes: readonly Changed[]): void {
  const taken = new Set<number>()
  for (const one of exchanges) {
    const { how, answer, name } = one
    const { status } = answer
    /** The states of the object that were visible while the request was under way. */
    const states = range(one.sent, one.answered).map((time) => stateOf(changes, name, time))
    if (how === 'get' || status === 404 || status === 409) {
      const explains = (state: ConfigMap | undefined): boolean => {
        if (status === 404) return state === undefined
        if (status === 409) return state !== undefined && (how === 'create' || versionOf(state) !== one.expected)
        return state !== undefined && same(state, answer.json)
      }
      ok(states.some(explains), `${one.id} ${how} ${name} was answered ${status}, which no moment explains`)
      // A refused write has no effect.
      if (how !== 'get') deepStrictEqual(changeOf(one, changes), -1, `${one.id} was refused and applied`)
      continue
    }
    const at = changeOf(one, changes)
    if (status === 500) {
      deepStrictEqual(at, -1, `${one.id} failed and was applied`)
      continue
    }
    ok(status === 200 || status === 201, `${one.id} ${how} was answered ${status}: ${answer.json.message}`)
    ok(at >= one.sent && at < one.answered, `${one.id} was applied as change ${at}, not while it was under way`)
    ok(!taken.has(at), `change ${at} was answered twice`)
    taken.add(at)
    checkEffect(one, stateOf(changes, name, at), changes[at])
  }
  deepStrictEqual(taken.size, changes.length, 'a change that no answer reports')
}

function checkEffect({ id, how, expected, answer }: Exchange, before: ConfigMap | undefined, made?: Changed): void {
  if (how === 'remove') return deepStrictEqual([before !== undefined, made?.isRemoved], [true, true], id)
  ok(same(made?.object, answer.json), `${id} was answered another object than it made`)
  if (how === 'create') deepStrictEqual(before, undefined, id)
  if (expected !== undefined && answer.status === 200) deepStrictEqual(versionOf(before), expected, `${id} was stale`)
  // A patch keeps the fields that another writer wrote.
  const kept = how === 'patch' ? before?.data : undefined
  deepStrictEqual(made?.object.data, { ...kept, [id]: 'written' }, id)
}

/** The index of the change that a request made, or -1. The data of a written object has the request's id; a removal has the uid. */
function changeOf({ id, how, name, answer, sent }: Exchange, changes: readonly Changed[]): number {
  if (how !== 'remove')
    return changes.findIndex(({ object, isRemoved }) => !isRemoved && object.data?.[id] === 'written')
  if (answer.status !== 200) return -1
  const { details } = answer.json as unknown as { details: { uid: string } }
  return changes.findIndex(
    ({ object, isRemoved }, i) =>
      i >= sent && isRemoved && object.metadata.name === name && object.metadata.uid === details.uid,
  )
}

function stateOf(changes: readonly Changed[], name: string, time: number): ConfigMap | undefined {
  const last = changes.slice(0, time).findLast((change) => change.name === name)
  return last === undefined || last.isRemoved ? undefined : last.object
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const versionOf = (object: ConfigMap | undefined): number => Number(object?.metadata.resourceVersion ?? 0)
const same = (a: ConfigMap | undefined, b: ConfigMap): boolean =>
  versionOf(a) === versionOf(b) && JSON.stringify(a?.data) === JSON.stringify(b.data)
