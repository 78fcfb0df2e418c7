// node scripts/run.mjs tests/cli/record.ts --client KUBECTL [--profile certs] IN.json OUT.json
// Runs the commands of each case with the real client against a new server, and writes the cases with the client's output as
// the expected one. `npm run conformance:cli -- --profile certs OUT.json` then compares svcctl with it. A file holds a JSON list
// of cases (`CommandCase`).
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { clientProcess } from './client-runner.ts'
import type { CommandCase, CommandStep } from './command-case.ts'
import { playCases } from './play.ts'

/** Whether a command printed help. The help texts of the two clients differ on purpose. */
const isHelp = ({ stdout, stderr }: Readonly<Record<string, unknown>>): boolean =>
  [stdout, stderr].some((text) => String(text).includes('\nUsage:\n'))

function withExpected(step: CommandStep, result: unknown): CommandStep {
  if (result === null || result === undefined) return step
  const expect = result as Record<string, unknown>
  return isHelp(expect) ? { ...step, only: ['code'], expect: { code: expect.code } } : { ...step, expect }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    client: { type: 'string', default: 'kubectl' },
    // The real client sends no token over plain HTTP.
    profile: { type: 'string', default: 'certs' },
  },
})
const [input = '', output = ''] = positionals
const { client, profile } = values
const cases = JSON.parse(readFileSync(input, 'utf8')) as CommandCase[]
const results = await playCases(cases, { profile, run: clientProcess(client) })
const recorded = cases.map((c, at) => ({
  ...c,
  profile,
  commands: c.commands.map((step, i) => withExpected(step, results[at]?.[i])),
}))
writeFileSync(output, JSON.stringify(recorded, null, 1))
process.exit(0)
