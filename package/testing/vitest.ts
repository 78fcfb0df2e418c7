/**
 * `tabplane/vitest`: a test whose context has a cluster.
 *
 * @packageDocumentation
 */
import { test, type TestAPI } from 'vitest'
import type { Cluster, ClusterOptions } from '../server/cluster.ts'
import type { ClusterCopies, Seed } from './cluster-copies.ts'
import { clusterCopies } from './cluster-copies.ts'

export type { Cluster, ClusterOptions, Seed }

/** The context of a test. */
export interface ClusterContext {
  /** An independent cluster with the state that `seed` prepared once for the file. */
  readonly cluster: Cluster
}

/** Makes a `test` whose context has a `cluster`: `test('…', async ({ cluster }) => …)`. */
export function clusterTest(options?: ClusterOptions, seed?: Seed): TestAPI<ClusterContext> {
  return test.extend<ClusterContext & { readonly copies: ClusterCopies }>({
    copies: [
      // Vitest reads the names of fixtures from this pattern.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const copies = clusterCopies(options, seed)
        await use(copies)
        await copies.close()
      },
      { scope: 'file' },
    ],
    cluster: async ({ copies }, use) => {
      const cluster = await copies.next()
      await use(cluster)
      await cluster.close()
    },
  })
}
