import { accountTokensController } from './accounts/account-tokens-controller.ts'
import { bootstrapSigner } from './accounts/bootstrap-signer.ts'
import { bootstrapTokenCleaner } from './accounts/bootstrap-token-cleaner.ts'
import { legacyTokenCleaner } from './accounts/legacy-token-cleaner.ts'
import { rootCertificatePublisher } from './accounts/root-certificate-publisher.ts'
import { horizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler.ts'
import { cronJobs } from './batch/cron-job.ts'
import { jobs } from './batch/job.ts'
import { ttlAfterFinished } from './batch/ttl-after-finished.ts'
import { certificateApproving } from './certificates/certificate-approving.ts'
import { certificateCleaning } from './certificates/certificate-cleaning.ts'
import type { ManagerController } from './controller.ts'
import { disruption } from './disruption/disruption.ts'
import { garbageCollector } from './garbage-collection/garbage-collector.ts'
import { namespaceController } from './namespaces/namespace-controller.ts'
import { endpointSliceMirroring } from './network/endpoint-slice-mirroring.ts'
import { endpointSlices } from './network/endpoint-slices.ts'
import { endpoints } from './network/endpoints.ts'
import { nodeLifecycle } from './nodes/node-lifecycle.ts'
import { nodeTtl } from './nodes/node-ttl.ts'
import { podGarbageCollection } from './nodes/pod-garbage-collection.ts'
import { taintEviction } from './nodes/taint-eviction.ts'
import { policyStatus } from './policies/policy-status.ts'
import { resourceQuota } from './quotas/resource-quota.ts'
import { simulatedNodes } from './simulation/simulated-nodes.ts'
import { simulatedScheduler } from './simulation/simulated-scheduler.ts'
import { simulatedVolumes } from './simulation/simulated-volumes.ts'
import { attachDetach } from './storage/attach-detach.ts'
import { claimProtection } from './storage/claim-protection.ts'
import { ephemeralVolumes } from './storage/ephemeral-volumes.ts'
import { volumeBinder } from './storage/volume-binder.ts'
import { volumeExpansion } from './storage/volume-expansion.ts'
import { volumeProtection } from './storage/volume-protection.ts'
import { daemonSets } from './workloads/daemon-sets.ts'
import { deployments } from './workloads/deployments.ts'
import { replicaSets } from './workloads/replica-sets.ts'
import { replicationControllers } from './workloads/replication-controllers.ts'
import { statefulSets } from './workloads/stateful-sets.ts'

/** The controllers of the manager, one file each. The server loads them together, after it serves requests. */
export const managerControllers: readonly ManagerController[] = [
  namespaceController,
  garbageCollector,
  accountTokensController,
  bootstrapSigner,
  bootstrapTokenCleaner,
  legacyTokenCleaner,
  rootCertificatePublisher,
  resourceQuota,
  daemonSets,
  deployments,
  replicaSets,
  replicationControllers,
  statefulSets,
  cronJobs,
  jobs,
  ttlAfterFinished,
  disruption,
  horizontalPodAutoscaler,
  endpointSliceMirroring,
  endpointSlices,
  endpoints,
  attachDetach,
  claimProtection,
  ephemeralVolumes,
  volumeBinder,
  volumeExpansion,
  volumeProtection,
  nodeLifecycle,
  nodeTtl,
  podGarbageCollection,
  taintEviction,
  policyStatus,
  certificateApproving,
  certificateCleaning,
  simulatedNodes,
  simulatedScheduler,
  simulatedVolumes,
]
