/**
 * `tabplane/vitest`: a test whose context has a cluster.
 *
 * @module tabplane/vitest
 */
import { TestAPI } from 'vitest';
import { Cluster, ClusterOptions } from 'tabplane/server';
export { Cluster, ClusterOptions } from 'tabplane/server';

/** Prepares the state that each test begins with. */
type Seed = (cluster: Cluster) => void | Promise<void>;

/**
 * `tabplane/vitest`: a test whose context has a cluster.
 *
 * @packageDocumentation
 */

/** The context of a test. */
interface ClusterContext {
    /** An independent cluster with the state that `seed` prepared once for the file. */
    readonly cluster: Cluster;
}
/** Makes a `test` whose context has a `cluster`: `test('…', async ({ cluster }) => …)`. */
declare function clusterTest(options?: ClusterOptions, seed?: Seed): TestAPI<ClusterContext>;

export { clusterTest };
export type { ClusterContext, Seed };
