import { certificateSigningRequests, clusterTrustBundles } from './certificates.ts'
import { configMaps } from './config-maps.ts'
import { deployments } from './deployments.ts'
import { coreEvents, groupEvents } from './events.ts'
import { jobs } from './jobs.ts'
import { limitRanges } from './limit-ranges.ts'
import { namespaces } from './namespaces.ts'
import { nodes } from './nodes.ts'
import { persistentVolumeClaims, persistentVolumes } from './persistent-volumes.ts'
import { pods } from './pods.ts'
import { replicaSets, replicationControllers } from './replicated.ts'
import type { Kind } from './resource.ts'
import { secrets } from './secrets.ts'
import { services } from './services.ts'

/** The kinds with a file of their own. Every other kind follows its row in `traits.ts`. */
export const kinds: readonly Kind[] = [
  certificateSigningRequests,
  clusterTrustBundles,
  configMaps,
  coreEvents,
  deployments,
  groupEvents,
  jobs,
  limitRanges,
  namespaces,
  nodes,
  persistentVolumeClaims,
  persistentVolumes,
  pods,
  replicaSets,
  replicationControllers,
  secrets,
  services,
]
