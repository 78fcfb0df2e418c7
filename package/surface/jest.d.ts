/**
 * `tabplane/jest`: a cluster for each test. Jest must run modules: `NODE_OPTIONS=--experimental-vm-modules`.
 *
 * @module tabplane/jest
 */
import { Cluster, ClusterOptions } from 'tabplane/server';
export { Cluster, ClusterOptions } from 'tabplane/server';

/** Prepares the state that each test begins with. */
type Seed = (cluster: Cluster) => void | Promise<void>;

/**
 * Gives each test of the file or of the `describe` block an independent cluster with the state that `seed` prepared once.
 * The returned function returns the cluster of the running test.
 */
declare const useCluster: (options?: ClusterOptions, seed?: Seed) => (() => Cluster);

export { useCluster };
export type { Seed };
