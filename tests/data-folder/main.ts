// npm run faults -- flips [--every 64] [--objects 1000]
// Flips one bit at a time in the files of a data folder, opens it, and counts what each start says and holds.
//
// npm run faults -- histories [--count 10000] [--seed N]
// Plays commits over a disk whose operations fail, tear, get lost and are reordered, against a model.
//
// npm run faults -- kills [--count 200] [--seed N]
// Kills servers under writes and verifies each acknowledged write after the next start.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolder } from '../../serve/data-folder/data-folder.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { dice } from '../fuzz/dice.ts'
import { flipBits, OUTCOMES, writeObjects } from './bit-flips.ts'
import { NOTHING_PLAYED, playFaults } from './fault-history.ts'
import { killServers } from './kills.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '64' },
    objects: { type: 'string', default: '1000' },
    count: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})
const seed = Number(values.seed)

async function flips(folder: string): Promise<boolean> {
  // There is no reserve: it holds no objects, and to fill it takes longer than the rest of a start.
  const open = (place: string, warn: (notice: string) => void) =>
    dataFolder(place, { clock: systemClock, warn, reserveBytes: 0 })
  const pristine = path.join(folder, 'pristine')
  const log = open(pristine, (notice) => console.error(notice))
  const written = await writeObjects(log, Number(values.objects))
  const scratch = path.join(folder, 'damaged')
  const count = await flipBits({ open, folder: pristine, written, every: Number(values.every), scratch })
  console.log(`${count.flips} flips, one every ${values.every} bytes, ${written.size} objects`)
  for (const [outcome, text] of Object.entries(OUTCOMES))
    console.log(`${String(count.outcomes[outcome as keyof typeof OUTCOMES]).padStart(8)}  ${text}`)
  for (const flip of count.silent.slice(0, 20)) console.log(`          ${flip}`)
  return count.outcomes.silent === 0
}

async function histories(): Promise<boolean> {
  const count = Number(values.count ?? 10_000)
  const played = { ...NOTHING_PLAYED }
  console.log(`seed ${seed}`)
  for (let i = 0; i < count; i++)
    await playFaults(seed + i, played).catch((error: unknown) => {
      throw new Error(`the history with --seed ${seed + i} --count 1 differs from the model`, { cause: error })
    })
  console.log(`${count} histories without a difference:`, played)
  return true
}

async function kills(folder: string): Promise<boolean> {
  console.log(`seed ${seed}`)
  const count = await killServers(path.join(folder, 'data'), Number(values.count ?? 200), {
    dice: dice(seed),
    progress(done, acknowledged) {
      if (done > 0 && done % 10 === 0) console.log(`${done} kills, ${acknowledged} acknowledged writes`)
    },
  })
  console.log(`${count.kills} kills, ${count.acknowledged} acknowledged writes, ${count.lost.length} lost`)
  for (const text of [...count.lost.slice(0, 20), ...count.notices]) console.log(`  ${text}`)
  return count.lost.length === 0 && count.notices.length === 0
}

const COMMANDS = new Map([
  ['flips', flips],
  ['histories', histories],
  ['kills', kills],
])

const command = COMMANDS.get(positionals[0] ?? '')
if (command === undefined) throw new Error(`npm run faults -- ${[...COMMANDS.keys()].join('|')}`)
const folder = mkdtempSync(path.join(tmpdir(), 'faults-'))
const started = performance.now()
try {
  process.exitCode = (await command(folder)) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`)
