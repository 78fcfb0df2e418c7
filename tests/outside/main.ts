// npm run outside -- [SUITE] [WORDS ...]
// Runs the test suites of other projects, command lines beside kubectl, and the recipes of the documents; all suites when none
// is named. Compares each suite with its known-differences.txt. A suite is skipped and named when the machine lacks a
// program that it needs. Exits with 1 when an outcome is not the expected one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { differsAtTimes, knownDifferences } from '../conformance/known-differences.ts'
import { cel } from './cel/suite.ts'
import { charts } from './charts/suite.ts'
import { commands } from './commands/suite.ts'
import { controllerRuntime } from './controller-runtime/suite.ts'
import { crds } from './crds/suite.ts'
import { e2e } from './e2e/suite.ts'
import { recipes } from './recipes/suite.ts'
import { sites } from './sites/suite.ts'
import { testcmd } from './testcmd/suite.ts'
import type { OutsideSuite } from './outside-suite.ts'

const SUITES: readonly OutsideSuite[] = [commands, crds, cel, controllerRuntime, e2e, testcmd, charts, recipes, sites]

const [name, ...words] = process.argv.slice(2)
const chosen = name === undefined ? SUITES : SUITES.filter((suite) => suite.name === name)
if (chosen.length === 0) throw new Error(`${name} is none of ${SUITES.map((suite) => suite.name).join(', ')}`)

const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Prints the outcome of a suite. Returns the number of outcomes that were not expected. */
async function judged(suite: OutsideSuite): Promise<number> {
  const missing = suite.needs.filter((program) => !isThere(program))
  if (missing.length > 0) {
    console.log(`${suite.name}: SKIPPED, because ${missing.join(' and ')} is not on this machine`)
    return 0
  }
  const started = performance.now()
  const { faults, isWhole } = await suite.run(words)
  const expected = existsSync(suite.expected) ? knownDifferences(suite.expected) : new Map<string, string>()
  const failed = [...faults].filter(([, fault]) => fault !== '')
  const unexpected = failed.filter(([test]) => !expected.has(test))
  const constant = [...expected].filter(([, reason]) => !differsAtTimes(reason)).map(([test]) => test)
  const mended = constant.filter((test) => (isWhole || faults.has(test)) && !faults.get(test))
  for (const [test, fault] of unexpected) console.log(`FAIL ${test}\n     ${fault.replaceAll('\n', '\n     ')}`)
  for (const test of mended) console.log(`MENDED ${test}: remove its line from ${suite.expected.pathname}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(
    `${suite.name}: ${faults.size - failed.length} of ${faults.size} passed, ${failed.length - unexpected.length} differ as expected, ${unexpected.length + mended.length} not as expected, in ${seconds} s`,
  )
  return unexpected.length + mended.length
}

let faults = 0
for (const suite of chosen) faults += await judged(suite)
// Clients keep connections open.
process.exit(faults === 0 ? 0 : 1)
