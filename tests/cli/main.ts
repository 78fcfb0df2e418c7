// npm run conformance:cli -- [-v] [--name TEXT] [--profile default] [--client COMMAND] [FILE ...]
// Plays recorded command lines of the real client, and prints what differs. They are played with svcctl in this process, or
// with the client that COMMAND starts. A FILE is a name such as `10-patch`, or a JSON file of record.ts. Default: all files.
import { parseArgs } from 'node:util'
import { clientProcess, inProcessClient } from './client-runner.ts'
import { commandFiles } from './command-case.ts'
import { playFile } from './play.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', default: '' },
    profile: { type: 'string', default: 'default' },
    client: { type: 'string' },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
})
const { name, profile, client, verbose } = values
const run = client === undefined ? inProcessClient : clientProcess(client)

for (const file of positionals.length > 0 ? positionals : commandFiles()) {
  const started = performance.now()
  const outcomes = await playFile(file, { name, profile, run })
  const commands = outcomes.reduce((sum, outcome) => sum + outcome.commands, 0)
  const differences = outcomes.flatMap((outcome) => [...outcome.differences])
  for (const [command, found] of differences) {
    console.log(`FAIL ${command}`)
    for (const difference of found.slice(0, verbose ? 60 : 2)) console.log(`     ${difference}`)
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${file}: ${commands - differences.length} of ${commands} commands identical, in ${seconds} s`)
}
// Clients keep connections open.
process.exit(0)
