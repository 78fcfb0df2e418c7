import { expect, test } from 'vitest'
import { compareHosts } from './compare-hosts.ts'
import { readable } from './findings.ts'
import { fuzz } from './fuzz.ts'
import { searchStalls } from './stall-search.ts'

// `npm run fuzz` sends more, with another seed each time.
const SEED = 20_240_501
/**
 * A turn of the event loop that takes more milliseconds is a hang. `npm run fuzz` measures against `MAX_STALL` instead.
 */
const HANGS_MS = 60_000

test('generated requests find no crash, hang, leak, half-done write or unknown 500', { timeout: 300_000 }, async () => {
  const { findings, statuses } = await fuzz(SEED, 5000, { maxStallMs: HANGS_MS })
  expect(findings.slice(0, 3).map(readable), `seed ${SEED}`).toEqual([])
  // Requests that are all refused would find nothing.
  for (const status of [200, 201, 400, 404, 409, 415, 422]) expect(statuses.get(status), `${status}`).toBeGreaterThan(5)
})

test('the process, HTTP and the link of a page answer generated requests the same', { timeout: 300_000 }, async () => {
  expect((await compareHosts(SEED, 400)).slice(0, 3).map(readable), `seed ${SEED}`).toEqual([])
})

test('grown bodies find no hang', { timeout: 300_000 }, async () => {
  const { findings, slowest } = await searchStalls(SEED, 60, HANGS_MS)
  expect(findings.slice(0, 3).map(readable), `seed ${SEED}`).toEqual([])
  expect(slowest[0]?.bytes).toBeGreaterThan(10_000)
})
