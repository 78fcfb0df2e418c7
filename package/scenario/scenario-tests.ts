import { ScenarioError, formatFault } from '../../src/scenario/scenario-error.ts'
import { readScenario } from '../../src/scenario/read-scenario.ts'
import { readScenarioFolder } from '../../src/scenario/read-scenario-folder.ts'
import { playScenario, type PlayTimes } from '../../src/scenario/scenario-play.ts'
import { ScenarioCluster } from './scenario-cluster.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import type { ScenarioSource } from './scenario-sources.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** The outcome of one scenario's file. */
export interface ScenarioOutcome {
  readonly path: string
  /** The title; the path when the file cannot be read. */
  readonly title: string
  readonly faults: readonly string[]
  readonly seconds: number
  /** The time that this process computed: independent of other load on the machine. */
  readonly cpuSeconds: number
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Reads and plays a scenario. The outcome also has the mistakes in the file as faults. */
export async function testScenario(source: ScenarioSource): Promise<ScenarioOutcome> {
  const { path } = source
  const started = performance.now()
  const computed = cpuSeconds()
  const outcome = (title: string, faults: readonly string[]): ScenarioOutcome => ({
    path,
    title,
    faults,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: cpuSeconds() - computed,
  })
  try {
    const scenario = 'files' in source ? readScenarioFolder(source.files) : readScenario(source.text)
    return outcome(scenario.title, await play(scenario))
  } catch (error) {
    if (error instanceof ScenarioError) return outcome(path, error.faults.map(formatFault))
    return outcome(path, [errorMessage(error)])
  }
}

/** The waits of a play, in virtual milliseconds. */
const TIMES: PlayTimes = { settling: 10_000, patience: 180_000, pause: 1000 }

const play = (scenario: Scenario): Promise<readonly string[]> => playOnce(scenario, TIMES)

/** Plays a scenario on a new cluster. Resolves to the faults. */
export async function playOnce(scenario: Scenario, times: PlayTimes): Promise<readonly string[]> {
  const cluster = await ScenarioCluster.create(scenario)
  try {
    return await playScenario(scenario, cluster, { times })
  } finally {
    await cluster.close()
  }
}

/** The outcomes as JUnit XML. */
export function junit(outcomes: readonly Omit<ScenarioOutcome, 'cpuSeconds'>[]): string {
  const failures = outcomes.filter(({ faults }) => faults.length > 0).length
  const cases = outcomes.map(({ path, title, faults, seconds }) => {
    const head = `  <testcase classname="${escaped(path)}" name="${escaped(title)}" time="${seconds.toFixed(3)}"`
    if (faults.length === 0) return `${head}/>`
    return `${head}>\n    <failure message="${escaped(faults[0] ?? '')}">${escaped(faults.join('\n'))}</failure>\n  </testcase>`
  })
  const suite = `<testsuite name="scenarios" tests="${outcomes.length}" failures="${failures}">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${[suite, ...cases, '</testsuite>'].join('\n')}\n`
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

/** Escapes a text for XML. Control characters become U+FFFD, because XML has no form for most of them. */
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES.get(character) ?? '').replace(/[^\P{Cc}\t\n]/gu, '\ufffd')
