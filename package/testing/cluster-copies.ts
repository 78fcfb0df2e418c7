import type { Cluster, ClusterOptions } from '../server/cluster.ts'
import { createCluster } from '../server/create-cluster.ts'

/** Prepares the state that each test begins with. */
export type Seed = (cluster: Cluster) => void | Promise<void>

/** Copies of one prepared cluster, a copy for each test. */
export interface ClusterCopies {
  /** An independent cluster with the prepared state; its user closes it. The first call prepares the state. */
  next(): Promise<Cluster>
  /** Ends the prepared cluster. Copies go on. */
  close(): Promise<void>
}

export function clusterCopies(options: ClusterOptions = {}, seed: Seed = () => undefined): ClusterCopies {
  let prepared: Promise<Cluster> | undefined
  return {
    async next() {
      prepared ??= prepare(options, seed)
      return (await prepared).fork()
    },
    async close() {
      // A test that called `next` has reported the failure.
      const cluster = await prepared?.catch(() => undefined)
      await cluster?.close()
    },
  }
}

async function prepare(options: ClusterOptions, seed: Seed): Promise<Cluster> {
  const cluster = await createCluster(options)
  try {
    await seed(cluster)
    return cluster
  } catch (error) {
    await cluster.close()
    throw error
  }
}
