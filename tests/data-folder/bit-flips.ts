import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Log } from '../../worker/store/persistence/log.ts'

/** Opens the log of a folder; `warn` receives its notices. */
export type OpenLog = (folder: string, warn: (notice: string) => void) => Log

/** The outcome of a start after one bit of one file was flipped. */
export const OUTCOMES = {
  /** Every object is there, and nothing was reported. */
  whole: 'every object, no report',
  /** Every object is there, and a notice names the damage. */
  repaired: 'every object, repair reported',
  /** Objects are missing or old, and the notice or the error says so. */
  reported: 'objects missing, loss reported',
  /** The log did not open; its error names the cause. */
  refused: 'not opened, cause named',
  /** Objects are missing or old without a report. */
  silent: 'objects missing WITHOUT a report',
} as const

type Outcome = keyof typeof OUTCOMES

export interface FlipCount {
  readonly flips: number
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** The largest number of objects that one silent flip lost. */
  readonly lostSilently: number
  /** The flips with a silent loss: file and offset. */
  readonly silent: readonly string[]
}

const utf8 = new TextEncoder()

/** The object that is written for a number, about 600 bytes of JSON. */
export const objectText = (i: number): string =>
  JSON.stringify({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: `m-${i}`, namespace: 'default', uid: `uid-${i}`, labels: { app: `app-${i % 7}` } },
    data: { text: `${i} `.repeat(60 + (i % 40)) },
  })

/** Writes `count` objects, in commits of one to sixteen, and closes the log. */
export async function writeObjects(log: Log, count: number): Promise<Map<string, string>> {
  const written = new Map<string, string>()
  await log.open()
  for (let i = 0; i < count;) {
    const size = Math.min(1 + ((i * 7) % 16), count - i)
    const changes = Array.from({ length: size }, (_, j) => {
      const key = `core/configmaps/default/m-${i + j}`
      written.set(key, objectText(i + j))
      return { key, value: utf8.encode(objectText(i + j)), expected: 0 }
    })
    await log.commit(changes)
    i += size
  }
  await log.close()
  return written
}

interface FlipOptions {
  readonly open: OpenLog
  /** A folder of a closed log. */
  readonly folder: string
  readonly written: ReadonlyMap<string, string>
  /** The distance from one flipped byte to the next. */
  readonly every: number
  /** Offset of the first flipped byte of each file. */
  readonly first?: number
  /** A folder for the damaged copies. */
  readonly scratch: string
  readonly progress?: (done: number) => void
}

/** Flips one bit of one file at a time, opens a copy of the folder, and compares its objects with the written objects. */
export async function flipBits(options: FlipOptions): Promise<FlipCount> {
  const { folder, every, first = 0, scratch, progress } = options
  const outcomes: Record<Outcome, number> = { whole: 0, repaired: 0, reported: 0, refused: 0, silent: 0 }
  const silent: string[] = []
  let flips = 0
  let lostSilently = 0
  for (const name of filesOf(folder)) {
    const bytes = readFileSync(path.join(folder, name))
    for (let at = first; at < bytes.length; at += every) {
      rmSync(scratch, { recursive: true, force: true })
      mkdirSync(scratch, { recursive: true })
      cpSync(folder, scratch, { recursive: true })
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (flips % 8))
      writeFileSync(path.join(scratch, name), damaged)
      const { outcome, lost } = await start(options)
      outcomes[outcome]++
      if (outcome === 'silent') {
        silent.push(`${name} ${at}`)
        lostSilently = Math.max(lostSilently, lost)
      }
      flips++
      progress?.(flips)
    }
  }
  return { flips, outcomes, lostSilently, silent }
}

const filesOf = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((name) => statSync(path.join(folder, name)).isFile())

async function start({ open, written, scratch }: FlipOptions): Promise<{ outcome: Outcome; lost: number }> {
  const notices: string[] = []
  const log = open(scratch, (notice) => notices.push(notice))
  try {
    const { records } = await log.open()
    const found = new Map(records.map(({ key, value }) => [key, new TextDecoder().decode(value)]))
    const lost = [...written].filter(([key, text]) => found.get(key) !== text).length
    if (lost > 0) return { outcome: notices.length > 0 ? 'reported' : 'silent', lost }
    return { outcome: notices.length > 0 ? 'repaired' : 'whole', lost }
  } catch (error) {
    if (!(error instanceof Error) || error.message === '') throw error
    return { outcome: 'refused', lost: written.size }
  } finally {
    await log.close().catch(() => undefined)
  }
}
