import { numberOfText } from '../../../worker/api/numbers.ts'
import { writeFile } from 'node:fs/promises'
import { changedPaths } from '../../scenario/changed-paths.ts'
import { scenarioSources, type ScenarioSource } from '../../scenario/scenario-sources.ts'
import { junit, testScenario, type ScenarioOutcome } from '../../scenario/scenario-tests.ts'
import { readArguments } from '../arguments.ts'
import { UsageError, type Program } from '../program.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'

interface Options {
  readonly paths: readonly string[]
  readonly junit?: string
  /** CPU seconds that one scenario may take. */
  readonly budget?: number
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
  const { values, positionals: paths } = readArguments(args, FLAGS)
  const { watch = false, junit: report, budget } = values
  if (paths.length === 0) throw new UsageError('name the scenarios to test')
  if (budget !== undefined && !(numberOfText(budget) > 0))
    throw new UsageError('--budget needs a number of CPU seconds')
  return {
    paths,
    isWatching: watch,
    ...(report !== undefined && { junit: report }),
    ...(budget !== undefined && { budget: numberOfText(budget) }),
  }
}

const FLAGS = { watch: { type: 'boolean' }, junit: { type: 'string' }, budget: { type: 'string' } } as const

async function test({ paths, junit: report, budget = Infinity }: Options): Promise<number> {
  const outcomes: ScenarioOutcome[] = []
  for (const source of await sourcesOf(paths)) {
    const outcome = withinBudget(await testScenario(source), budget)
    print(outcome)
    outcomes.push(outcome)
  }
  if (report !== undefined) await writeFile(report, junit(outcomes))
  const failed = outcomes.filter(({ faults }) => faults.length > 0).length
  console.log(`${outcomes.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

function withinBudget(outcome: ScenarioOutcome, budget: number): ScenarioOutcome {
  const { faults, cpuSeconds } = outcome
  if (cpuSeconds <= budget) return outcome
  return { ...outcome, faults: [...faults, `took ${cpuSeconds.toFixed(1)} s of CPU time; the budget is ${budget} s`] }
}

const sourcesOf = (paths: readonly string[]): Promise<readonly ScenarioSource[]> =>
  scenarioSources(paths).catch((error: unknown) => {
    throw new UsageError(errorMessage(error))
  })

function print({ path, title, faults, seconds, cpuSeconds }: ScenarioOutcome): void {
  const mark = faults.length === 0 ? 'ok' : 'FAILED'
  console.log(
    `${mark} ${path}${title === path ? '' : `: ${title}`} (${seconds.toFixed(1)} s, CPU ${cpuSeconds.toFixed(1)} s)`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
}
