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
