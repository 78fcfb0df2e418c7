import { Connection } from './http-client.ts'
import { makeNamespace, WORK, type HttpWork } from './http-work.ts'
import { median, medianWithSpread } from './measure.ts'
import type { Row } from './row.ts'
import { ours, realServer, type Server } from './server-process.ts'

/** Each round starts the servers again. The number is odd, so that a median is a measured figure. */
const ROUNDS = 5

/** Cold: the first requests of a process. Warm: the same work in another namespace, after all of the cold work. */
const PHASES = ['cold', 'warm'] as const
type Phase = (typeof PHASES)[number]

/** The figures of one server, one for each round, by the text of the row. */
type Tally = Map<string, number[]>

const rowName = (phase: Phase, { what }: Pick<HttpWork, 'what'>): string => `https, ${phase}: ${what}`

/**
 * The rows of servers in separate processes, over HTTPS with access control: ours, and the real server when the
 * environment names it. They take turns, so that other load on the machine affects both.
 */
export async function httpRows(): Promise<Row[]> {
  const real = realServer(process.env)
  if (real === undefined) console.log('kube-apiserver is not measured: name its program in KUBE_APISERVER')
  const servers = real === undefined ? [ours] : [ours, real]
  const tallies = new Map<Server, Tally>(servers.map((server) => [server, new Map<string, number[]>()]))
  for (let round = 0; round < ROUNDS; round++) for (const [server, tally] of tallies) await playRound(server, tally)
  const figures = (server: Server | undefined, name: string): readonly number[] | undefined =>
    server && tallies.get(server)?.get(name)
  const rows = PHASES.flatMap((phase) =>
    WORK.map((work): Row => {
      const name = rowName(phase, work)
      const own = figures(ours, name) ?? []
      const theirs = figures(real, name)
      return {
        what: name,
        unit: work.unit,
        ...medianWithSpread(own),
        ...(real && theirs && { beside: { name: real.name, figure: median(theirs) } }),
        ...(phase === 'cold' && { goal: work.goal }),
      }
    }),
  )
  return [...rows, ...latencyRows(rows)]
}

/** A create takes at most 1.2 times as long as a get. */
const AT_REST = { times: 1 / 1.2 }

/** Our creates one by one beside our gets: what a write costs on a server at rest. */
function latencyRows(rows: readonly Row[]): Row[] {
  const oursIn = (phase: Phase, what: string): number =>
    rows.find((row) => row.what === rowName(phase, { what }))?.ours ?? Number.NaN
  return PHASES.map((phase) => ({
    what: `https, ${phase}: create beside get, one by one`,
    unit: '/s',
    ours: oursIn(phase, 'create a ConfigMap, one by one'),
    beside: { name: 'a get', figure: oursIn(phase, 'get a ConfigMap, one by one') },
    goal: AT_REST,
  }))
}

async function playRound(server: Server, tally: Tally): Promise<void> {
  const { url, stop } = await server.start()
  try {
    const connections = await Promise.all(Array.from({ length: 16 }, () => Connection.open(url)))
    for (const phase of PHASES) {
      const site = { url, connections, namespace: phase }
      await makeNamespace(site)
      for (const work of WORK) {
        const name = rowName(phase, work)
        const figure = await work.measure(site).catch((cause: unknown) => {
          throw new Error(`${server.name} failed in "${name}"`, { cause })
        })
        tally.set(name, [...(tally.get(name) ?? []), figure])
      }
    }
    for (const connection of connections) connection.close()
  } finally {
    await stop()
  }
}
