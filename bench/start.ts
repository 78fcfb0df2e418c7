import { median, medianWithSpread, time } from './measure.ts'
import type { Row } from './row.ts'
import { ours, realServer, usageOf, type Server } from './server-process.ts'

/** Each round starts every server once. */
const ROUNDS = 5

interface Started {
  readonly ready: number[]
  readonly resident: number[]
}

/** The time from the start of each program until it serves over HTTPS, and the memory of its process then, without etcd. */
export async function startRows(): Promise<Row[]> {
  const real = realServer(process.env)
  const figures = new Map<Server, Started>(
    (real === undefined ? [ours] : [ours, real]).map((server) => [server, { ready: [], resident: [] }]),
  )
  for (let round = 0; round < ROUNDS; round++) {
    for (const [server, { ready, resident }] of figures) {
      let process: Awaited<ReturnType<Server['start']>> | undefined
      ready.push(await time(async () => (process = await server.start())))
      if (process === undefined) continue
      resident.push(usageOf([process.pid]).memory)
      await process.stop()
    }
  }
  const row = (what: string, of: keyof Started, unit: Row['unit'], atMost: number): Row => {
    const own = figures.get(ours)?.[of] ?? []
    const theirs = real && figures.get(real)?.[of]
    return {
      what: `start: ${what}`,
      unit,
      ...medianWithSpread(own),
      ...(real && theirs && { beside: { name: real.name, figure: median(theirs) } }),
      goal: { atMost },
    }
  }
  return [row('ready to serve', 'ready', 'ms', 500), row('resident memory', 'resident', 'MiB', 90)]
}
