import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '../../serve/data-folder/data-folder.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { flipBits, writeObjects } from './bit-flips.ts'
import { NOTHING_PLAYED, playFaults } from './fault-history.ts'

// `npm run faults` plays more, with another seed each time.
const SEED = 20_240_501

test('no failure, crash or damage loses an acknowledged change without a report', async () => {
  const played = { ...NOTHING_PLAYED }
  for (let i = 0; i < 250; i++)
    await playFaults(SEED + i, played).catch((error: unknown) => {
      throw new Error(`seed ${SEED + i}: ${String(error)}`, { cause: error })
    })
  for (const [kind, count] of Object.entries(played)) expect(count, kind).toBeGreaterThan(20)
})

test('no flipped bit loses an object', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'flips-'))
  const open = (folder: string, warn: (notice: string) => void) =>
    dataFolder(folder, { clock: systemClock, warn, reserveBytes: 0 })
  const folder = path.join(root, 'pristine')
  const written = await writeObjects(
    open(folder, () => undefined),
    100,
  )
  const count = await flipBits({ open, folder, written, every: 1999, first: 3, scratch: path.join(root, 'damaged') })
  expect(count.flips).toBeGreaterThan(30)
  expect(count.outcomes).toMatchObject({ silent: 0, reported: 0, refused: 0 })
  rmSync(root, { recursive: true })
})
