// The worker of `tabplane/browser`.
import { expose } from 'comlink'
import { RemoteCluster } from './remote-cluster.ts'

expose({ create: RemoteCluster.create })
