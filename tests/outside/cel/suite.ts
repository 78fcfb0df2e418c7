import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram, workFolder } from '../go-modules.ts'
import type { OutsideSuite } from '../outside-suite.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/**
 * The conformance tests of the language's specification and the tables of results and costs of the real engine. `npm test`
 * runs them too.
 */
export const cel: OutsideSuite = {
  name: 'cel',
  needs: [],
  expected: new URL('known-differences.txt', import.meta.url),
  async run() {
    const report = path.join(workFolder('cel'), 'report.json')
    const args = ['vitest', 'run', 'tests/spec/cel', '--reporter=json', `--outputFile=${report}`]
    const { output } = await runProgram('npx', args, { cwd: root })
    const faults = new Map<string, string>()
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    for (const { fullName, status, failureMessages } of testResults.flatMap(({ assertionResults }) => assertionResults))
      faults.set(fullName, status === 'passed' ? '' : failureMessages.join('\n') || status)
    if (faults.size === 0) throw new Error(`no test ran:\n${output}`)
    return { faults, isWhole: true }
  },
}
