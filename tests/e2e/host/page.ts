import type { Clusters } from '../../../src/cluster/cluster.ts'
import { connect } from '../../../src/cluster/connection.ts'

declare global {
  /** The interface of the tests: the page's side of the host, without the app. */
  var clusters: Promise<Clusters>
}

globalThis.clusters = connect()
