import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverCluster, type ServerCluster } from '../../cluster/server-cluster.fixture.ts'
import { holdLease } from './lease.ts'

let cluster: ServerCluster
beforeAll(async () => void (cluster = await serverCluster('k8s')))
afterAll(() => cluster.close())

/** A candidate whose waits end when `turn` is called. `first` resolves when the candidate waits for the first time. */
function candidate(identity: string, time: { now: number }) {
  const changes: boolean[] = []
  const lines: string[] = []
  let wake: () => void = () => undefined
  let asleep: () => void = () => undefined
  const stop = holdLease({
    connection: cluster.handle,
    lease: 'default/greeter',
    identity,
    now: () => time.now,
    sleep: (_, signal) =>
      new Promise((resolve, reject) => {
        wake = resolve
        signal.addEventListener('abort', () => reject(new Error('stopped')))
        asleep()
      }),
    report: (line) => lines.push(line),
    changed: (holds) => changes.push(holds),
  })
  /** Ends the wait of the candidate; resolves when it waits again. */
  const turn = (): Promise<void> => {
    const done = new Promise<void>((resolve) => (asleep = resolve))
    wake()
    return done
  }
  const first = new Promise<void>((resolve) => (asleep = resolve))
  return { changes, lines, stop, turn, first }
}

const lease = async (): Promise<Record<string, unknown>> => {
  const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases/greeter'
  return ((await (await cluster.handle.fetch(path)).json()) as { spec: Record<string, unknown> }).spec
}

it('gives the lease to one candidate, and to another when it was not renewed for 15 seconds', async () => {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const one = candidate('one', time)
  await one.first
  const two = candidate('two', time)
  await two.first
  expect([one.changes, two.changes]).toEqual([[true], [false]])
  expect(await lease()).toMatchObject({ holderIdentity: 'one', leaseTransitions: 0, leaseDurationSeconds: 15 })

  time.now += 14_000
  await one.turn()
  await two.turn()
  time.now += 14_000
  await two.turn()
  expect(two.changes).toEqual([false])
  time.now += 1_000
  await two.turn()
  expect(two.changes).toEqual([false, true])
  expect(await lease()).toMatchObject({ holderIdentity: 'two', leaseTransitions: 1 })
  await one.turn()
  expect(one.changes).toEqual([true, false])

  // A candidate that stops releases the lease.
  await two.stop()
  await one.turn()
  expect(one.changes).toEqual([true, false, true])
  await one.stop()
  expect([one.lines, two.lines]).toEqual([[], []])
})
