/**
 * npm run fuzz -- [--count 100000] [--seed N]
 * Sends generated requests to a server in this process, and prints what must not be. The seed decides every request:
 * generated from the schemas, following up on what answers showed, or varied from requests that reached new code.
 */
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'
import type { Finding } from './world.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})
const seed = Number(values.seed)
console.log(`seed ${seed}`)
const started = performance.now()
const show = ({ what, request, answer }: Finding): void => {
  const body = request.body && new TextDecoder('latin1').decode(request.body.subarray(0, 2000))
  console.log(JSON.stringify({ what, ...request, body, answer }))
}
let shown = 0
const { findings, statuses, longestStallMs, blocks } = await fuzz(seed, Number(values.count), (_done, found) => {
  for (const finding of found.slice(shown)) show(finding)
  shown = found.length
})
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
console.log(`${values.count} requests in ${((performance.now() - started) / 1000).toFixed(0)} s; ${counts.join(', ')}`)
console.log(`${blocks} blocks of code reached; the longest turn took ${longestStallMs.toFixed(0)} ms`)
console.log(findings.length === 0 ? 'nothing found' : `${findings.length} findings with seed ${seed}`)
process.exit(findings.length === 0 ? 0 : 1)
