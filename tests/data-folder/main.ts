/**
 * npm run faults -- flips [--every 64] [--objects 1000]
 * Flips one bit at a time in the files of a data folder, opens it, and counts what each start says and holds.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolder } from '../../serve/data-folder/data-folder.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { flipBits, OUTCOMES, writeObjects } from './bit-flips.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '64' },
    objects: { type: 'string', default: '1000' },
  },
})

async function flips(folder: string): Promise<boolean> {
  const open = (place: string, warn: (notice: string) => void) =>
    dataFolder(place, { clock: systemClock, warn, reserveBytes: 0 })
  const pristine = path.join(folder, 'pristine')
  const written = await writeObjects(
    open(pristine, (notice) => console.error(notice)),
    Number(values.objects),
  )
  const started = performance.now()
  const count = await flipBits({
    open,
    folder: pristine,
    written,
    every: Number(values.every),
    scratch: path.join(folder, 'damaged'),
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${count.flips} flips, one every ${values.every} bytes, ${written.size} objects, ${seconds} s`)
  for (const [outcome, text] of Object.entries(OUTCOMES))
    console.log(`${String(count.outcomes[outcome as keyof typeof OUTCOMES]).padStart(8)}  ${text}`)
  for (const flip of count.silent.slice(0, 20)) console.log(`          ${flip}`)
  return count.outcomes.silent === 0
}

const COMMANDS: Readonly<Record<string, (folder: string) => Promise<boolean>>> = { flips }

const command = COMMANDS[positionals[0] ?? '']
if (command === undefined) throw new Error(`npm run faults -- ${Object.keys(COMMANDS).join('|')}`)
const folder = mkdtempSync(path.join(tmpdir(), 'faults-'))
process.exitCode = (await command(folder)) ? 0 : 1
rmSync(folder, { recursive: true })
