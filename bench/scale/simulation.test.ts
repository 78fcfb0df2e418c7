import { expect, it } from 'vitest'
import { dice } from '../../tests/fuzz/dice.ts'
import type { Stream } from './cluster-load.ts'
import { OPERATIONS } from './cluster-load.ts'
import { simulate } from './simulation.ts'
import { utilisation, type Costs } from './utilisation.ts'

const writes = Object.fromEntries(
  OPERATIONS.map((operation) => [operation, { server: 2, etcd: 0.5 }]),
) as Costs['writes']
const costs: Costs = { writes, ingest: 0.5, deliver: 0.01 }
const seeded = (seed: number) => {
  const { below } = dice(seed)
  return () => below(2 ** 30) / 2 ** 30
}
const plan = (servers: number) => ({ servers, etcdCores: 1, seconds: 60, random: seeded(7) })
const stream = (perSecond: number, receivers = 0): Stream[] => [{ operation: 'create', perSecond, receivers }]

it('uses servers and etcd as much as `utilisation` computes, with the work for watches and for writes to other servers', () => {
  const load = [...stream(300, 10), ...stream(50, 200)]
  const computed = utilisation(load, costs, 3)
  expect(computed.server).toBeCloseTo((350 * 2 + 700 * 0.5 + (300 * 10 + 50 * 200) * 0.01) / 3000, 10)
  const { server, etcd } = simulate(load, costs, plan(3))
  expect(server / computed.server).toBeCloseTo(1, 1)
  expect(etcd / computed.etcd).toBeCloseTo(1, 1)
})

it('makes writes wait as long as queueing theory predicts', () => {
  // One queue with random arrivals and equal work of 2 ms, used at 80 %: half of the writes take longer than 4.5 ms, and one in
  // a hundred longer than 22.7 ms.
  const inEtcd = { ...costs, writes: { ...writes, create: { server: 0, etcd: 2 } } }
  const { median, p99 } = simulate(stream(400), inEtcd, plan(1))
  expect(median).toBeGreaterThan(3)
  expect(median).toBeLessThan(5.5)
  expect(p99).toBeGreaterThan(17)
  expect(p99).toBeLessThan(24)
})

it('delays answers by many seconds when the writes need more time than a server has', () => {
  const { server, p99 } = simulate(stream(1000), costs, plan(1))
  expect(server).toBeCloseTo(1, 2)
  expect(p99).toBeGreaterThan(10_000)
})
