// npm run conformance -- [--area verbs,list] [--profile default] [--name text] [--verbose] [--json FILE]
//                        [--base URL [--purge] | --spawn 'npm run --silent serve --']
// Sends the recorded requests to a server and prints how its answers differ from the recorded ones. The server runs in this
// process, runs already at `--base` (`--purge` empties each namespace afterwards), or is started by the `--spawn` command.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cases } from './case.ts'
import { playInProcess } from './in-process-play.ts'
import type { Outcome } from './outcome.ts'
import { report } from './report.ts'
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

const started = performance.now()
const outcomes = await playChosen()
const failures = report(outcomes, { seconds: (performance.now() - started) / 1000, verbose: values.verbose })
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(outcomes))
process.exit(failures > 0 ? 1 : 0)
