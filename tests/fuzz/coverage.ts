import { Session } from 'node:inspector/promises'

interface CoveredRange {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

interface ScriptCoverage {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly CoveredRange[] }[]
}

export interface Coverage {
  /** The number of blocks of the server that ran for the first time since the last call. */
  news(): Promise<number>
  /** The sum of all answers of `news`. */
  readonly total: number
  stop(): Promise<void>
}

/** Follows which blocks of this process's programs run. Binary coverage: V8 reports each block once and costs nothing later. */
export async function followCoverage(): Promise<Coverage> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true })
  const known = new Set<string>()
  return {
    async news() {
      const { result } = (await session.post('Profiler.takePreciseCoverage')) as { result: readonly ScriptCoverage[] }
      const before = known.size
      for (const { url, functions } of result) {
        if (url.startsWith('node:')) continue
        for (const { ranges } of functions)
          for (const { startOffset, endOffset, count } of ranges)
            if (count > 0) known.add(`${url}:${startOffset}:${endOffset}`)
      }
      return known.size - before
    },
    get total() {
      return known.size
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}
