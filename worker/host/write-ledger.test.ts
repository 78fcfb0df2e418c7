import { expect, it } from 'vitest'
import type { ApiResponse } from '../api/exchange.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { writeLedger } from './write-ledger.ts'

const made: ApiResponse = { status: 201, headers: [], body: new Uint8Array() }

it('applies a write once for a minute, whoever sends it again', async () => {
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
