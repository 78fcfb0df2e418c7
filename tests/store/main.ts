// npm run histories -- [--count 10000] [--seed N]
// Plays random histories against a server in this process and against the reference model. Prints the shortest history in which
// they differ.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { commands } from './commands.ts'
import { concurrentHistory, playConcurrent } from './concurrent-histories.ts'
import { playHistory } from './histories.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})
const numRuns = Number(values.count)
const seed = Number(values.seed)
console.log(`seed ${seed}`)
for (const [name, property] of [
  ['histories', fc.asyncProperty(commands, playHistory)],
  ['histories of concurrent writers', fc.asyncProperty(concurrentHistory, playConcurrent)],
] as const) {
  const started = performance.now()
  await fc.assert<unknown[]>(property as fc.IAsyncProperty<unknown[]>, { numRuns, seed })
  console.log(`${numRuns} ${name} without a difference in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}
