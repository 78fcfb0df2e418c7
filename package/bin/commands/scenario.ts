import { writeFile } from 'node:fs/promises'
import { changedPaths } from '../../scenario/changed-paths.ts'
import { scenarioSources, type ScenarioSource } from '../../scenario/scenario-sources.ts'
import { junit, testScenario, type ScenarioOutcome } from '../../scenario/scenario-tests.ts'
import { UsageError, type Program } from '../program.ts'

interface Options {
  readonly paths: readonly string[]
  readonly junit?: string
  readonly isWatching: boolean
}

/** `scenario test`: plays scenarios; exits with 1 when one fails, and with 2 for a wrong command line. */
export const scenario = {
  async run(args) {
    const options = readOptions(args)
    let code = await test(options)
    if (!options.isWatching) return code
    // Ends with the process.
    for await (const _ of changedPaths(options.paths, new AbortController().signal)) code = await test(options)
    return code
  },
} satisfies Program

function readOptions([command, ...args]: readonly string[]): Options {
  if (command !== 'test') throw new UsageError('scenario has the command test: tabplane scenario test FILE|FOLDER…')
  const paths: string[] = []
  let report: string | undefined
  let isWatching = false
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--watch') isWatching = true
    else if (arg === '--junit') {
      report = args[++at]
      if (report === undefined) throw new UsageError('--junit needs the path of a file')
    } else if (arg.startsWith('-')) throw new UsageError(`unknown flag ${arg}; the flags are --watch and --junit FILE`)
    else paths.push(arg)
  }
  if (paths.length === 0) throw new UsageError('name the scenarios to test')
  return { paths, isWatching, ...(report !== undefined && { junit: report }) }
}

async function test({ paths, junit: report }: Options): Promise<number> {
  const outcomes: ScenarioOutcome[] = []
  for (const source of await sourcesOf(paths)) {
    const outcome = await testScenario(source)
    print(outcome)
    outcomes.push(outcome)
  }
  if (report !== undefined) await writeFile(report, junit(outcomes))
  const failed = outcomes.filter(({ faults }) => faults.length > 0).length
  console.log(`${outcomes.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

const sourcesOf = (paths: readonly string[]): Promise<readonly ScenarioSource[]> =>
  scenarioSources(paths).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  })

function print({ path, title, faults, seconds }: ScenarioOutcome): void {
  const mark = faults.length === 0 ? 'ok' : 'FAILED'
  console.log(`${mark} ${path}${title === path ? '' : `: ${title}`} (${seconds.toFixed(1)} s)`)
  for (const fault of faults) console.log(`  ${fault}`)
}
