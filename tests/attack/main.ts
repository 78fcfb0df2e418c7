/**
 * npm run attack -- [--only text] [--stall MS]
 * Attacks a server of its own and prints for each attack what must be seen, what was seen, and the longest time in
 * which the server answered no request. Ends with 1 when an attack succeeds or the server stalls for longer than `--stall`.
 */
import { parseArgs } from 'node:util'
import { attacks } from './attacks.ts'
import { pollReadiness } from './readiness-poll.ts'
import { startTarget } from './target.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    // The mended attacks took 5 to 23 seconds; a busy machine may need some time for a large honest body.
    stall: { type: 'string', default: '3000' },
  },
})
const mostStall = Number(values.stall)
const started = performance.now()
const target = await startTarget()
let failures = 0
for (const attack of attacks.filter(({ name }) => name.includes(values.only))) {
  const poll = pollReadiness(target)
  const seen = await attack.run(target).catch((error: unknown) => `the attack failed: ${String(error)}`)
  const longest = await poll.stop()
  const failed = seen !== attack.expected || longest > mostStall
  if (failed) failures += 1
  const times = `${longest.toFixed(0)} ms`.padStart(8)
  console.log(
    `${failed ? 'FAIL' : 'ok  '} ${attack.name.padEnd(44)} ${attack.expected.padEnd(28)} ${seen.padEnd(28)} ${times}`,
  )
}
target.stop()
console.log(`${failures} failures in ${((performance.now() - started) / 1000).toFixed(0)} s`)
process.exit(failures === 0 ? 0 : 1)
