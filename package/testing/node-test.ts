/**
 * `tabplane/node-test`: a cluster for each test of `node:test`.
 *
 * @packageDocumentation
 */
import { after, afterEach, beforeEach } from 'node:test'
import type { Cluster, ClusterOptions } from '../server/cluster.ts'
import type { Seed } from './cluster-copies.ts'
import { clusterHooks } from './cluster-hooks.ts'

export type { Cluster, ClusterOptions, Seed }

/**
 * Gives each test of the file or of the `describe` block an independent cluster with the state that `seed` prepared once.
 * The returned function returns the cluster of the running test.
 */
export const useCluster = (options?: ClusterOptions, seed?: Seed): (() => Cluster) =>
  clusterHooks({ beforeEach, afterEach, afterAll: after }, options, seed)
