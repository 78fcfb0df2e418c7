/**
 * `tabplane/server`: a cluster in a program. It is an API server with its storage in memory, forks, a virtual clock and faults.
 *
 * @packageDocumentation
 */
export { createCluster } from './create-cluster.ts'
export type {
  Cluster,
  ClusterOptions,
  DialectName,
  ListenOptions,
  RecordedRequest,
  Server,
  Snapshot,
  User,
} from './cluster.ts'
export type { Fault, Faults, FaultTarget } from './faults.ts'
