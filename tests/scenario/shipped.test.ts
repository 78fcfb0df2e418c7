import { expect, it } from 'vitest'
import { readManifestFiles } from '../../package/bin/manifest-files.ts'
import { playOnce, testScenario } from '../../package/scenario/scenario-tests.ts'
import { readScenario } from '../../src/scenario/read-scenario.ts'
import { encodeScenarioLink } from '../../src/scenario/scenario-link.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'

const files = await readManifestFiles(['scenarios'])
const scenarios = files.map(({ path, text }) => [path, text, readScenario(text)] as const)

it.each(scenarios)('%s passes with its solutions', async (path, text) => {
  expect((await testScenario({ path, text })).faults).toEqual([])
})

/** Virtual milliseconds after which a check that no action fulfils is still false. */
const LEFT_OUT = { settling: 1000, patience: 30_000, pause: 1000 }

/** The scenario up to a step, without the solution of that step. */
const without = (scenario: Scenario, at: number): Scenario => ({
  ...scenario,
  steps: scenario.steps.slice(0, at + 1).map((step, i) => (i === at ? { ...step, solution: [] } : step)),
})

it.each(
  scenarios.flatMap(([path, , scenario]) =>
    scenario.steps.flatMap(({ title, checks }, at) =>
      checks.length === 0 ? [] : [{ path, title, scenario, at, names: checks.map(({ name }) => name) }],
    ),
  ),
)('$path, $title: each check fails when the step is left out', async ({ scenario, at, names }) => {
  const faults = await playOnce(without(scenario, at), LEFT_OUT)
  expect(faults.map((fault) => /check (\S+) is (pending|waiting|failed)/.exec(fault)?.[1])).toEqual(names)
})

it('the median lesson has a link of at most 4 KB, and each lesson has a link', async () => {
  const lengths = await Promise.all(scenarios.map(async ([, text]) => (await encodeScenarioLink(text)).length))
  lengths.sort((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(4096)
})
