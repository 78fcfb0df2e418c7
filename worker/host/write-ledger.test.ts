import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../api/exchange.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { writeLedger } from './write-ledger.ts'

const made: ApiResponse = { status: 201, headers: [], body: new Uint8Array() }

it('applies a write once within a minute', async () => {
  const clock = virtualClock()
  const ledger = writeLedger(clock)
  let applied = 0
  const write = (): Promise<ApiResponse> => {
    applied++
    return Promise.resolve(made)
  }
  expect(await ledger.once('a', write)).toBe(made)
  clock.advance(59_000)
  expect(await ledger.once('a', write)).toBe(made)
  await ledger.once('b', write)
  expect(applied).toBe(2)
  clock.advance(2_000)
  await ledger.once('a', write)
  expect(applied).toBe(3)
})

describe('a write that the browser repeats through a later run of the service worker', () => {
  const answered = (body: number) => ({ status: 201, headers: [], body: new Uint8Array([body]) })
  const setUp = () => {
    const clock = virtualClock()
    let applied = 0
    const write = () => Promise.resolve(answered(++applied))
    return { clock, ledger: writeLedger(clock), write, applied: () => applied }
  }

  it('is applied once, also when there are two equal writes', async () => {
    const { ledger, write, applied } = setUp()
    await ledger.once('w1', write, { run: 'first', hash: 'x' })
    await ledger.once('w2', write, { run: 'first', hash: 'x' })
    const again = await Promise.all(['w3', 'w4'].map((id) => ledger.once(id, write, { run: 'second', hash: 'x' })))
    expect([applied(), again]).toEqual([2, [answered(1), answered(2)]])
    expect(await ledger.once('w5', write, { run: 'third', hash: 'x' })).toEqual(answered(1))
  })

  it('counts as new after its answer arrived, with another content, and after 10 seconds', async () => {
    const { clock, ledger, write, applied } = setUp()
    await ledger.once('w1', write, { run: 'first', hash: 'x' })
    await ledger.once('w2', write, { run: 'second', hash: 'y' })
    ledger.heard('w1')
    await ledger.once('w3', write, { run: 'second', hash: 'x' })
    clock.advance(11_000)
    await ledger.once('w4', write, { run: 'third', hash: 'x' })
    expect(applied()).toBe(4)
  })
})
