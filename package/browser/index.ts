/**
 * `tabplane/browser`: a cluster in a worker of a page, without the app.
 *
 * @packageDocumentation
 */
export { createCluster } from './create-browser-cluster.ts'
export type { BrowserCluster, BrowserClusterOptions, BrowserFaults } from './browser-cluster.ts'
export type { DialectName, RecordedRequest, Snapshot, User } from '../server/cluster.ts'
export type { Fault, FaultTarget } from '../server/faults.ts'
