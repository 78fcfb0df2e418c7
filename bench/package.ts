import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createCluster as createFromSource } from '../package/server/create-cluster.ts'
import { clientRows } from './client.ts'
import { median, medianWithSpread } from './measure.ts'
import type { Row } from './row.ts'
import { packed, realServer, type Server } from './server-process.ts'

/** Each round starts the servers again. The number is odd, so that a median is a measured figure. */
const ROUNDS = 5
const OBJECTS = 1000
const FORKS = 20
const TESTS = 100

const REPOSITORY = path.resolve(import.meta.dirname, '..')
const library = (file: string): string => path.join(REPOSITORY, '.cache/package/lib', file)

interface Start {
  readonly ms: number
  readonly cpu: number
  readonly memory: number
}

/** Measures the packed package: start and memory beside the real server with its etcd, the client, and clusters in tests. */
export async function packageRows(now: () => number = () => performance.now()): Promise<Row[]> {
  const { status } = spawnSync('npm', ['run', '--silent', 'pack'], { cwd: REPOSITORY, stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) throw new Error('npm run pack failed')
  const real = realServer(process.env)
  if (real === undefined) console.log('kube-apiserver is not measured: name its program in KUBE_APISERVER')
  const own: Start[] = []
  const theirs: Start[] = []
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await started(packed))
    if (real !== undefined) theirs.push(await started(real))
  }
  const row = (what: string, unit: Row['unit'], of: (start: Start) => number, goal?: Row['goal']): Row => ({
    what: `package: ${what}`,
    unit,
    ...medianWithSpread(own.map(of)),
    ...(real && { beside: { name: 'kube-apiserver with etcd', figure: median(theirs.map(of)) } }),
    ...(goal && { goal }),
  })
  return [
    row('start until ready', 'ms', ({ ms }) => ms, { atMost: 500 }),
    row('CPU time of a start', 'ms', ({ cpu }) => cpu),
    row('memory of an empty cluster', 'MiB', ({ memory }) => memory, { atMost: 120 }),
    ...(await clientRows(library('tabplane.cjs'))),
    ...(await clusterRows(now)),
  ]
}

async function started({ start }: Server): Promise<Start> {
  const begin = performance.now()
  const { usage, stop } = await start()
  const ms = performance.now() - begin
  const used = usage()
  await stop()
  return { ms, ...used }
}

/** Measures clusters and forks. @param now a clock in milliseconds; on a busy machine, it counts CPU time */
async function clusterRows(now: () => number): Promise<Row[]> {
  const { createCluster } = (await import(pathToFileURL(library('server.mjs')).href)) as {
    readonly createCluster: typeof createFromSource
  }
  const prepared = await createCluster({ clock: 'virtual' })
  const create = (cluster: Pick<typeof prepared, 'fetch'>, name: string): Promise<Response> =>
    cluster.fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ metadata: { name }, data: { a: 'b' } }),
    })
  for (let i = 0; i < OBJECTS; i++) await create(prepared, `prepared-${i}`)
  // The controllers handle the objects now. They would slow down a fork that begins earlier, on the same thread.
  await prepared.advance(0)
  const forks: number[] = []
  for (let i = 0; i < FORKS; i++) {
    const begin = now()
    const fork = await prepared.fork()
    forks.push(now() - begin)
    await fork.close()
  }
  const begin = now()
  await Promise.all(
    Array.from({ length: TESTS }, async (_, index) => {
      const cluster = await prepared.fork()
      const { status } = await create(cluster, `test-${index}`)
      if (status !== 201) throw new Error(`a test received ${status}`)
      await (await cluster.fetch('/api/v1/namespaces/default/configmaps?limit=10')).json()
      await cluster.close()
    }),
  )
  const tests = now() - begin
  await prepared.close()
  return [
    { what: 'package: fork with 1,000 objects', unit: 'ms', ours: median(forks), goal: { atMost: 5 } },
    { what: 'package: 100 tests in parallel, a cluster each', unit: 'ms', ours: tests },
  ]
}
