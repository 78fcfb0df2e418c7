/**
 * npm run conformance -- [--area verbs,list] [--profile default] [--name text] [--verbose] [--json FILE]
 * Plays the recorded answers of the real server against the server in this process and prints what differs.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Outcome } from './oracle.ts'
import { cases, oraclePresent, playAll } from './oracle.ts'

const { values } = parseArgs({
  options: {
    area: { type: 'string', default: '' },
    profile: { type: 'string', default: 'default' },
    name: { type: 'string', default: '' },
    verbose: { type: 'boolean', short: 'v', default: false },
    json: { type: 'string' },
  },
})

if (!oraclePresent) {
  console.log('The recorded answers (../shared/oracle) are not there; nothing to play.')
  process.exit(0)
}

const chosen = cases(values.area.split(',').filter(Boolean), values.profile).filter(({ name }) =>
  name.includes(values.name),
)
const started = performance.now()
const outcomes = await playAll(chosen, values.profile)
for (const { id, differences } of outcomes.filter((outcome) => outcome.differences.length > 0)) {
  console.log(`FAIL ${id}`)
  for (const difference of differences.slice(0, values.verbose ? 40 : 3)) console.log(`     ${difference}`)
}
const sum = (of: (outcome: Outcome) => number, list: readonly Outcome[]) =>
  list.reduce((n, outcome) => n + of(outcome), 0)
for (const area of [...new Set(outcomes.map((outcome) => outcome.area))].sort()) {
  const list = outcomes.filter((outcome) => outcome.area === area)
  const passed = list.filter((outcome) => outcome.differences.length === 0).length
  const share = (100 * sum((o) => o.identical, list)) / sum((o) => o.answers, list)
  console.log(`${area.padEnd(20)} ${passed}/${list.length} cases, ${share.toFixed(1)} % of answers`)
}
const answers = sum((o) => o.answers, outcomes)
const identical = sum((o) => o.identical, outcomes)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(
  `identical answers: ${identical} of ${answers} (${((100 * identical) / (answers || 1)).toFixed(2)} %) in ${seconds} s`,
)
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(outcomes))
const failed = outcomes.filter((outcome) => outcome.differences.length > 0).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
