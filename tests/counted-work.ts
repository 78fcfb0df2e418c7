import { Session } from 'node:inspector'

// Counts work. The time that work takes depends on the machine; its steps do not. V8 counts the blocks of code only when
// the code is compiled after this module was loaded. So a test file imports this module first, and runs in its own process.

/** Files of the test runner, whose code runs between the steps of the work. */
const OF_THE_RUNNER = /\/node_modules\/(?:vitest|@vitest|vite|tinypool)\//

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** The number of times that blocks of the loaded code were entered since the last call. */
function takeEntries(): number {
  let sum = 0
  // The callback is called before `post` returns, because the session belongs to this thread.
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error !== null) throw error
    for (const { url, functions } of taken.result) {
      if (url === '' || url.startsWith('node:') || OF_THE_RUNNER.test(url)) continue
      for (const { ranges } of functions) for (const { count } of ranges) sum += count
    }
  })
  return sum
}

/** Items that the engine's own searches compared: these searches have no blocks. */
let compared = 0

const { includes, indexOf } = Array.prototype as unknown[]

function countSearch(list: readonly unknown[], item: unknown, from = 0): void {
  const found = indexOf.call(list, item, from)
  compared += (found === -1 ? list.length : found + 1) - from
}

Object.assign(Array.prototype, {
  indexOf(this: unknown[], item: unknown, from?: number) {
    countSearch(this, item, from)
    return indexOf.call(this, item, from)
  },
  includes(this: unknown[], item: unknown, from?: number) {
    countSearch(this, item, from)
    return includes.call(this, item, from)
  },
})

/** The steps that work takes: entered blocks of code, and items that `includes` and `indexOf` compare. */
async function countedWork(work: () => unknown): Promise<number> {
  takeEntries()
  compared = 0
  await work()
  return takeEntries() + compared
}

/** The growth of a linear algorithm is about 1 and stays below this. A quadratic one has the growth `large / small`. */
export const LINEAR = 1.5

/**
 * The steps per unit of size that some work takes for `large`, as a multiple of those for `small`. Work of fewer steps
 * than `least` counts as `least`, because its fixed part outweighs the rest.
 */
export async function growth(
  work: (size: number) => unknown,
  { small, large, least = 10_000 }: { readonly small: number; readonly large: number; readonly least?: number },
): Promise<number> {
  // The first run compiles, loads and fills caches.
  await work(small)
  const part = await countedWork(() => work(small))
  return ((await countedWork(() => work(large))) * small) / (Math.max(part, least) * large)
}
