import type { Cluster, ClusterOptions } from '../server/cluster.ts'
import type { Seed } from './cluster-copies.ts'
import { clusterCopies } from './cluster-copies.ts'

/** The hooks of a test runner. */
interface Hooks {
  beforeEach(hook: () => Promise<void>): void
  afterEach(hook: () => Promise<void>): void
  afterAll(hook: () => Promise<void>): void
}

/** Gives each test a cluster. The returned function returns the cluster of the running test. */
export function clusterHooks(hooks: Hooks, options?: ClusterOptions, seed?: Seed): () => Cluster {
  const copies = clusterCopies(options, seed)
  let current: Cluster | undefined
  hooks.beforeEach(async () => {
    current = await copies.next()
  })
  hooks.afterEach(async () => {
    const ended = current
    current = undefined
    await ended?.close()
  })
  hooks.afterAll(() => copies.close())
  return () => {
    if (current === undefined) throw new Error('The cluster exists during a test only; call this in a test')
    return current
  }
}
