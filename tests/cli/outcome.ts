import type { CommandCase } from './command-case.ts'

/** The result of one case: the differences by command (`10-patch/patch-types 3: patch cm a -p {}`). */
export interface CommandOutcome {
  readonly differences: ReadonlyMap<string, readonly string[]>
  readonly commands: number
}

const SHOWN_WORDS = 100

/** Compares the results of a played case with its recorded output. */
export function commandOutcome(file: string, c: CommandCase, results: readonly unknown[]): CommandOutcome {
  const differences = new Map<string, string[]>()
  let commands = 0
  for (const [i, { expect, args, read = '' }] of c.commands.entries()) {
    if (expect === undefined) continue
    commands++
    const found = resultDifferences(expect, (results[i] ?? {}) as Result)
    const words = (args ?? ['read', read]).join(' ').split('\n')[0] ?? ''
    if (found.length > 0) differences.set(`${file}/${c.name} ${i}: ${words.slice(0, SHOWN_WORDS)}`, found)
  }
  return { differences, commands }
}

type Result = Readonly<Record<string, unknown>>

/** The first different line of each stream, and a different exit code. */
export function resultDifferences(want: Result, got: Result): string[] {
  const found: string[] = []
  for (const [name, wanted] of Object.entries(want)) {
    const received = got[name]
    if (JSON.stringify(wanted) === JSON.stringify(received)) continue
    if (typeof wanted === 'string' && typeof received === 'string')
      found.push(`${name} ${lineDifference(wanted, received)}`)
    else found.push(`${name}: want ${JSON.stringify(wanted)}, got ${JSON.stringify(received)}`)
  }
  return found
}

function lineDifference(wanted: string, received: string): string {
  const want = wanted.split('\n')
  const got = received.split('\n')
  const first = want.findIndex((line, i) => line !== got[i])
  const at = first < 0 ? want.length : first
  const lengths = want.length === got.length ? '' : ` (${want.length} lines wanted, ${got.length} got)`
  return `line ${at + 1}: want ${JSON.stringify(want[at])}, got ${JSON.stringify(got[at])}${lengths}`
}
