// npm run soak -- [--minutes 10] [--clients 16] Runs clients at full rate against a server with a data folder, and
// compares its memory, its open files and its p99 in the last fifth of the time with the second fifth. Ends with 1 when
// one of them drifts, or when a request is refused.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serve } from '../clients/serve-process.ts'
import { churn, type Churn } from './churn.ts'
import { driftOf, quantile, type Sample } from './drift.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, clients: { type: 'string', default: '16' } },
})
const MINUTE = 60_000
const WINDOWS = 50

const folder = mkdtempSync(path.join(tmpdir(), 'soak-'))
const served = await serve(['--port=0', '--dialect=k8s', `--data-dir=${path.join(folder, 'data')}`])
const clients = churn(served.url, Number(values.clients))
const samples: Sample[] = []
const started = performance.now()
for (let i = 0; i < WINDOWS; i++) {
  await delay((Number(values.minutes) * MINUTE) / WINDOWS)
  samples.push(await sample(served.url, clients))
}
await clients.stop()
await served.stop()
rmSync(folder, { recursive: true })

const requests = samples.reduce((sum, { requests: own }) => sum + own, 0)
const seconds = (performance.now() - started) / 1000
console.log(`${requests} requests in ${seconds.toFixed(0)} s, ${(requests / seconds).toFixed(0)} each second`)
const drifts = driftOf(samples)
for (const { name, before, after, isFlat } of drifts)
  console.log(
    `${isFlat ? 'ok  ' : 'FAIL'} ${name.padEnd(20)} ${before.toFixed(1).padStart(8)} ${after.toFixed(1).padStart(8)}`,
  )
for (const [status, count] of clients.refused) console.log(`FAIL ${count} answers ${status}`)
process.exit(drifts.every(({ isFlat }) => isFlat) && clients.refused.size === 0 ? 0 : 1)

async function sample(url: string, { takeLatencies }: Churn): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const metric = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  const latencies = takeLatencies()
  return {
    residentBytes: metric('process_resident_memory_bytes'),
    openFiles: metric('process_open_fds'),
    requests: latencies.length,
    p99: quantile(latencies, 0.99),
  }
}
