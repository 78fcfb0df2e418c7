/**
 * node scripts/run.mjs tests/cli/main.ts [-v] [--name TEXT] [FILE ...]
 * Plays recorded command lines of the real client (files such as `10-patch`) with ours in this process.
 */
import { parseArgs } from 'node:util'
import { oraclePresent, playFile } from './oracle.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', default: '' },
    profile: { type: 'string', default: 'default' },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
})

if (!oraclePresent) {
  console.log('The recorded command lines (../shared/oracle) are not there; nothing to play.')
  process.exit(0)
}

for (const file of positionals) {
  const started = performance.now()
  const outcomes = await playFile(file, values.name, values.profile)
  const commands = outcomes.reduce((sum, outcome) => sum + outcome.commands, 0)
  const differences = outcomes.flatMap((outcome) => [...outcome.differences])
  for (const [command, found] of differences) {
    console.log(`FAIL ${command}`)
    for (const difference of found.slice(0, values.verbose ? 60 : 2)) console.log(`     ${difference}`)
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${file}: ${commands - differences.length} of ${commands} commands identical, in ${seconds} s`)
}
process.exit(0)
