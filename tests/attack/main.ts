// npm run attack -- [--only text] [--stall MS] [--heap MB]
// Starts a server and attacks it. Prints for each attack the expected and the actual result, the longest time in which the
// server's event loop handled nothing else, and the growth of the server's heap. Exits with 1 when an attack
// succeeds, stalls the event loop for longer than `--stall`, or grows the heap by more than `--heap`.
import { parseArgs } from 'node:util'
import type { Attack } from './attack.ts'
import { attacks } from './attacks.ts'
import { startTarget } from './target.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    stall: { type: 'string', default: '250' },
    heap: { type: 'string', default: '64' },
  },
})
const MEGABYTE = 1024 * 1024
const started = performance.now()
const target = await startTarget()
let failures = 0
for (const attack of attacks.filter(({ name }: Attack) => name.includes(values.only))) {
  await target.begin()
  const seen = await attack.run(target).catch((error: unknown) => `the attack failed: ${String(error)}`)
  const { stallMs, heapBytes } = await target.measured(attack.isSeries)
  const megabytes = heapBytes / MEGABYTE
  const failed = seen !== attack.expected || stallMs > Number(values.stall) || megabytes > Number(values.heap)
  if (failed) failures += 1
  const figures = `${`${stallMs.toFixed(0)} ms`.padStart(8)} ${`${megabytes.toFixed(0)} MB`.padStart(7)}`
  console.log(
    `${failed ? 'FAIL' : 'ok  '} ${attack.name.padEnd(44)} ${attack.expected.padEnd(28)} ${seen.padEnd(28)} ${figures}`,
  )
}
target.stop()
console.log(`${failures} failures in ${((performance.now() - started) / 1000).toFixed(0)} s`)
process.exit(failures === 0 ? 0 : 1)
