/**
 * `tabplane/playwright`: fixtures for tests of pages that use a cluster.
 *
 * @packageDocumentation
 */
import { test } from '@playwright/test'
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import type { Cluster, ClusterOptions, ListenOptions, Server } from '../server/cluster.ts'
import type { ClusterCopies, Seed } from './cluster-copies.ts'
import { clusterCopies } from './cluster-copies.ts'

export type { Cluster, ClusterOptions, ListenOptions, Seed, Server }

export interface ClusterFixtures {
  /** An independent cluster with the state that `seed` prepared once for the worker process. */
  readonly cluster: Cluster
  /** The cluster over HTTP, for the page or its backend: `server.url`. */
  readonly server: Server
}

/** A `test` of Playwright with the fixtures. */
export type ClusterTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & ClusterFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

/**
 * Makes a `test` with the fixtures `cluster` and `server`.
 * @param options also the options of `Cluster.listen`. A page that calls the server itself needs `allowedOrigins`
 */
export function clusterTest(options: ClusterOptions & ListenOptions = {}, seed?: Seed): ClusterTest {
  return test.extend<ClusterFixtures, { readonly copies: ClusterCopies }>({
    copies: [
      // Playwright reads the names of fixtures from this pattern.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const copies = clusterCopies(options, seed)
        await use(copies)
        await copies.close()
      },
      { scope: 'worker' },
    ],
    cluster: async ({ copies }, use) => {
      const cluster = await copies.next()
      await use(cluster)
      await cluster.close()
    },
    server: async ({ cluster }, use) => {
      const server = await cluster.listen(options)
      await use(server)
      await server.close()
    },
  })
}
