/**
 * npm run conformance -- [--area verbs,list] [--profile default] [--name text] [--verbose] [--json FILE]
 *                        [--base URL [--purge] | --spawn 'npm run --silent serve --']
 * Plays the recorded answers of the real server and prints what differs: against servers in this process, against one
 * that runs (`--purge` empties each namespace afterwards), or against one that a command starts.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cases } from './case.ts'
import { playInProcess } from './in-process-play.ts'
import type { Outcome } from './outcome.ts'
import { playAgainstServer } from './server-play.ts'
import { spawnServer } from './spawned-server.ts'

const { values } = parseArgs({
  options: {
    area: { type: 'string', default: '' },
    profile: { type: 'string', default: 'default' },
    name: { type: 'string', default: '' },
    base: { type: 'string' },
    spawn: { type: 'string' },
    purge: { type: 'boolean', default: false },
    verbose: { type: 'boolean', short: 'v', default: false },
    json: { type: 'string' },
  },
})

async function playChosen(): Promise<Outcome[]> {
  const { area, profile, name, base, spawn, purge } = values
  const chosen = cases(area.split(',').filter(Boolean), profile).filter((c) => c.name.includes(name))
  if (base !== undefined) return playAgainstServer(chosen, base, { purge })
  if (spawn === undefined) return playInProcess(chosen, profile)
  const server = await spawnServer(spawn, profile)
  return playAgainstServer(chosen, server.base, { purge }).finally(() => server.stop())
}

const sum = (count: (outcome: Outcome) => number, list: readonly Outcome[]): number =>
  list.reduce((total, outcome) => total + count(outcome), 0)

function report(outcomes: readonly Outcome[], seconds: number): number {
  const failed = outcomes.filter(({ differences }) => differences.length > 0)
  for (const { id, differences } of failed) {
    console.log(`FAIL ${id}`)
    for (const difference of differences.slice(0, values.verbose ? 40 : 3)) console.log(`     ${difference}`)
  }
  for (const area of [...new Set(outcomes.map((outcome) => outcome.area))].sort()) {
    const list = outcomes.filter((outcome) => outcome.area === area)
    const passed = list.filter(({ differences }) => differences.length === 0).length
    const share = (100 * sum((o) => o.identical, list)) / sum((o) => o.answers, list)
    console.log(`${area.padEnd(20)} ${passed}/${list.length} cases, ${share.toFixed(1)} % of answers`)
  }
  const answers = sum((o) => o.answers, outcomes)
  const identical = sum((o) => o.identical, outcomes)
  const share = ((100 * identical) / (answers || 1)).toFixed(2)
  console.log(`identical answers: ${identical} of ${answers} (${share} %) in ${seconds.toFixed(1)} s`)
  console.log(`${outcomes.length - failed.length} passed, ${failed.length} failed`)
  return failed.length
}

const started = performance.now()
const outcomes = await playChosen()
const failures = report(outcomes, (performance.now() - started) / 1000)
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(outcomes))
process.exit(failures > 0 ? 1 : 0)
