/**
 * `tabplane/playwright`: fixtures for tests of pages that use a cluster.
 *
 * @module tabplane/playwright
 */
import { TestType, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions } from '@playwright/test';
import { Cluster, Server, ClusterOptions, ListenOptions } from 'tabplane/server';
export { Cluster, ClusterOptions, ListenOptions, Server } from 'tabplane/server';

/** Prepares the state that each test begins with. */
type Seed = (cluster: Cluster) => void | Promise<void>;

interface ClusterFixtures {
    /** An independent cluster with the state that `seed` prepared once for the worker process. */
    readonly cluster: Cluster;
    /** The cluster over HTTP, for the page or its backend: `server.url`. */
    readonly server: Server;
}
/** A `test` of Playwright with the fixtures. */
type ClusterTest = TestType<PlaywrightTestArgs & PlaywrightTestOptions & ClusterFixtures, PlaywrightWorkerArgs & PlaywrightWorkerOptions>;
/**
 * Makes a `test` with the fixtures `cluster` and `server`.
 * @param options also the options of `Cluster.listen`. A page that calls the server itself needs `allowedOrigins`
 */
declare function clusterTest(options?: ClusterOptions & ListenOptions, seed?: Seed): ClusterTest;

export { clusterTest };
export type { ClusterFixtures, ClusterTest, Seed };
