/**
 * npm run outside -- commands [--name TEXT] [--fresh] [-v] [SCRIPT ...]
 * Plays scripts of command lines with the real client and with svcctl, each against servers of its own, and prints what
 * differs. The output of the real client is kept in .cache/outside/ until the script changes; --fresh drops it.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { clientProcess, inProcessClient } from '../../cli/client-runner.ts'
import type { CommandCase } from '../../cli/command-case.ts'
import { commandOutcome } from '../../cli/outcome.ts'
import { playCases } from '../../cli/play.ts'
import { clientBinary } from '../../clients/client-binary.ts'
import { parseScript } from './script.ts'

const own = fileURLToPath(new URL('scripts/', import.meta.url))
const cache = fileURLToPath(new URL('../../../.cache/outside/', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
    verbose: { type: 'boolean', short: 'v', default: false },
    full: { type: 'boolean', default: false },
  },
})

const scripts = positionals.length > 0 ? positionals : readdirSync(own).map((name) => path.join(own, name))
const real = clientProcess(clientBinary('kubectl', '1.30'))

/** The output of the real client, which plays a case once. */
async function recorded(cases: readonly CommandCase[]): Promise<unknown[][]> {
  mkdirSync(cache, { recursive: true })
  const files = cases.map((c) =>
    path.join(cache, `${createHash('sha256').update(JSON.stringify(c)).digest('hex')}.json`),
  )
  const isMissing = (file: string) => values.fresh || !existsSync(file)
  const missing = [...cases.entries()].filter(([at]) => isMissing(files[at] ?? ''))
  const keep = (i: number, results: readonly unknown[]): void =>
    writeFileSync(files[missing[i]?.[0] ?? 0] ?? '', JSON.stringify(results))
  await playCases(
    missing.map(([, c]) => c),
    { profile: missing[0]?.[1].profile, run: real, done: keep },
  )
  return files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as unknown[])
}

const isHelp = (result: unknown): boolean =>
  ['stdout', 'stderr'].some((name) => String((result as Record<string, unknown>)[name]).includes('\nUsage:\n'))

let total = 0
let differing = 0
for (const script of scripts) {
  const file = path.basename(script, '.txt')
  const all = parseScript(readFileSync(script, 'utf8')).filter((c) => c.name.includes(values.name))
  for (const profile of new Set(all.map((c) => c.profile))) {
    const cases = all.filter((c) => c.profile === profile)
    const wanted = await recorded(cases)
    const got = await playCases(cases, { profile, run: inProcessClient })
    for (const [at, c] of cases.entries()) {
      const commands = c.commands.map((step, i) => {
        const expect = wanted[at]?.[i]
        if (step.expect === undefined || expect === null || expect === undefined) return { ...step, expect: undefined }
        return {
          ...step,
          expect: isHelp(expect) ? { code: (expect as { code: number }).code } : (expect as Record<string, unknown>),
        }
      })
      const { differences, commands: count } = commandOutcome(file, { ...c, commands }, got[at] ?? [])
      total += count
      differing += differences.size
      for (const [command, found] of differences) {
        console.log(`FAIL ${command}`)
        for (const difference of found) console.log(`     ${difference.slice(0, values.verbose ? 4000 : 600)}`)
        const index = Number(/ (\d+): /.exec(command)?.[1])
        if (values.full) {
          const show = (r: unknown) => {
            const { stdout, stderr, code } = r as Record<string, unknown>
            return `${String(stdout)}--- stderr\n${String(stderr)}--- ${String(code)}`
          }
          console.log(`<<<<< want\n${show(wanted[at]?.[index])}\n>>>>> got\n${show(got[at]?.[index])}\n=====`)
        }
      }
    }
  }
}
console.log(`${total - differing} of ${total} commands identical`)
process.exit(0)
