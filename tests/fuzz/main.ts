/**
 * npm run fuzz -- [--count 100000] [--seed N]
 * Sends generated requests to a server in this process, and prints what must not be.
 */
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})
const seed = Number(values.seed)
console.log(`seed ${seed}`)
const started = performance.now()
const { findings, statuses } = await fuzz(seed, Number(values.count))
for (const { what, request, answer } of findings) {
  const body = request.body && new TextDecoder('latin1').decode(request.body.subarray(0, 2000))
  console.log(JSON.stringify({ what, ...request, body, answer }))
}
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
console.log(`${values.count} requests in ${((performance.now() - started) / 1000).toFixed(0)} s; ${counts.join(', ')}`)
console.log(findings.length === 0 ? 'nothing found' : `${findings.length} findings with seed ${seed}`)
process.exit(findings.length === 0 ? 0 : 1)
