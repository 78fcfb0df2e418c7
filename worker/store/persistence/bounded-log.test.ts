import { expect, it } from 'vitest'
import { boundedLog } from './bounded-log.ts'
import { describeLog } from './log-contract.ts'
import { memoryLog } from './memory-log.ts'

const MIB = 1024 * 1024
const full = 'the objects of a cluster here have at most 1 MiB'
const put = (key: string, length: number, frees = false) => ({ key, value: new Uint8Array(length), expected: 0, frees })
const remove = (key: string) => ({ key, value: undefined, expected: 1, frees: true })

describeLog('bounded', () => ({ log: () => boundedLog(memoryLog(), 64 * MIB), isDurable: false }))

it('refuses changes beyond its bound, and accepts them after removals', async () => {
  const log = boundedLog(memoryLog(), MIB)
  await log.open()
  expect(await log.commit([put('a', 600_000), put('b', 400_000)])).toBe(2)
  await expect(log.commit([put('c', 100_000)])).rejects.toThrow(full)
  // Replaces 400,000 characters.
  expect(await log.commit([put('b', 440_000)])).toBe(4)
  expect(await log.commit([put('b', 460_000, true)])).toBe(5)
  await expect(log.commit([remove('a'), put('c', 700_000)])).rejects.toThrow(full)
  expect(await log.commit([remove('a')])).toBe(6)
  expect(await log.commit([put('c', 500_000)])).toBe(7)
})

it('counts what was stored before, and nothing of a failed commit', async () => {
  const records = [{ key: 'a', value: new Uint8Array(900_000), revision: 2 }]
  let fails = true
  const log = boundedLog(
    {
      ...memoryLog(),
      open: () => Promise.resolve({ revision: 2, records }),
      commit: () => (fails ? Promise.reject(new Error('no disk')) : Promise.resolve(3)),
    },
    MIB,
  )
  await log.open()
  await expect(log.commit([put('b', 200_000)])).rejects.toThrow(full)
  await expect(log.commit([put('b', 100_000)])).rejects.toThrow('no disk')
  fails = false
  expect(await log.commit([put('c', 100_000)])).toBe(3)
})
