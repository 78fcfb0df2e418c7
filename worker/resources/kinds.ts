import { customResourceDefinitions } from './api-extensions/custom-resource-definitions.ts'
import { podSchedulingContexts, resourceClaims, resourceClaimTemplates } from './dynamic-resource/resource-claims.ts'
import {
  resourceClaimParameters,
  resourceClasses,
  resourceClassParameters,
} from './dynamic-resource/resource-classes.ts'
import { resourceSlices } from './dynamic-resource/resource-slices.ts'
import { storageVersions } from './internal/storage-versions.ts'
import { validatingAdmissionPolicies } from './admission-registration/policies.ts'
import { validatingAdmissionPolicyBindings } from './admission-registration/policy-bindings.ts'
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from './admission-registration/webhook-configurations.ts'
import { certificateSigningRequests } from './certificates/certificate-signing-requests.ts'
import { clusterTrustBundles } from './certificates/cluster-trust-bundles.ts'
import { controllerRevisions } from './apps/controller-revisions.ts'
import { deployments } from './apps/deployments.ts'
import { endpoints } from './core/endpoints.ts'
import { coreEvents, groupEvents } from './core/events.ts'
import { jobs } from './batch/jobs.ts'
import { limitRanges } from './core/limit-ranges.ts'
import { nodes } from './core/nodes.ts'
import { persistentVolumeClaims } from './core/persistent-volume-claims.ts'
import { persistentVolumes } from './core/persistent-volumes.ts'
import { pods } from './core/pods.ts'
import { horizontalPodAutoscalers } from './autoscaling/horizontal-pod-autoscalers.ts'
import { ingressClasses } from './networking/ingress-classes.ts'
import { ingresses } from './networking/ingresses.ts'
import { ipAddresses, serviceCidrs } from './networking/service-cidrs.ts'
import { networkPolicies } from './networking/network-policies.ts'
import { podDisruptionBudgets } from './policy/pod-disruption-budgets.ts'
import { csiDrivers } from './storage/csi-drivers.ts'
import { csiNodes } from './storage/csi-nodes.ts'
import { csiStorageCapacities } from './storage/csi-storage-capacities.ts'
import { endpointSlices } from './discovery/endpoint-slices.ts'
import { leases } from './coordination/leases.ts'
import { runtimeClasses } from './node/runtime-classes.ts'
import { storageClasses } from './storage/storage-classes.ts'
import { volumeAttachments } from './storage/volume-attachments.ts'
import { volumeAttributesClasses } from './storage/volume-attributes-classes.ts'
import { resourceQuotas } from './core/resource-quotas.ts'
import type { Kind } from './resource.ts'
import { daemonSets } from './apps/daemon-sets.ts'
import { replicaSets } from './apps/replica-sets.ts'
import { statefulSets } from './apps/stateful-sets.ts'
import { cronJobs } from './batch/cron-jobs.ts'
import { podTemplates } from './core/pod-templates.ts'
import { replicationControllers } from './core/replication-controllers.ts'

/**
 * The kinds that have a file, apart from the first ones (`first-kinds.ts`). They all load with the first request for any
 * of them. A kind without a file follows its row in `traits.ts`.
 */
export const kinds: readonly Kind[] = [
  certificateSigningRequests,
  controllerRevisions,
  clusterTrustBundles,
  coreEvents,
  cronJobs,
  csiDrivers,
  csiNodes,
  csiStorageCapacities,
  customResourceDefinitions,
  daemonSets,
  deployments,
  endpoints,
  endpointSlices,
  groupEvents,
  horizontalPodAutoscalers,
  ingressClasses,
  ingresses,
  ipAddresses,
  jobs,
  leases,
  limitRanges,
  mutatingWebhookConfigurations,
  networkPolicies,
  nodes,
  persistentVolumeClaims,
  persistentVolumes,
  podDisruptionBudgets,
  podSchedulingContexts,
  pods,
  podTemplates,
  replicaSets,
  replicationControllers,
  resourceClaimParameters,
  resourceClaims,
  resourceClaimTemplates,
  resourceClasses,
  resourceClassParameters,
  resourceQuotas,
  resourceSlices,
  runtimeClasses,
  serviceCidrs,
  statefulSets,
  storageClasses,
  storageVersions,
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
  validatingWebhookConfigurations,
  volumeAttachments,
  volumeAttributesClasses,
]
