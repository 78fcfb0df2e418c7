import { customResourceDefinitions } from './api-extensions/custom-resource-definitions.ts'
import { podSchedulingContexts, resourceClaims, resourceClaimTemplates } from './dynamic-resource/resource-claims.ts'
import {
  resourceClaimParameters,
  resourceClasses,
  resourceClassParameters,
} from './dynamic-resource/resource-classes.ts'
import { resourceSlices } from './dynamic-resource/resource-slices.ts'
import { storageVersions } from './internal/storage-versions.ts'
import { apiServices } from './api-registration/api-services.ts'
import { flowSchemas } from './flow-control/flow-schemas.ts'
import { priorityLevels } from './flow-control/priority-levels.ts'
import { validatingAdmissionPolicies } from './admission-registration/policies.ts'
import { validatingAdmissionPolicyBindings } from './admission-registration/policy-bindings.ts'
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from './admission-registration/webhook-configurations.ts'
import { certificateSigningRequests } from './certificates/certificate-signing-requests.ts'
import { clusterTrustBundles } from './certificates/cluster-trust-bundles.ts'
import { configMaps } from './core/config-maps.ts'
import { deployments } from './apps/deployments.ts'
import { endpoints } from './core/endpoints.ts'
import { coreEvents, groupEvents } from './core/events.ts'
import { jobs } from './batch/jobs.ts'
import { limitRanges } from './core/limit-ranges.ts'
import { namespaces } from './core/namespaces.ts'
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
import { priorityClasses } from './scheduling/priority-classes.ts'
import { runtimeClasses } from './node/runtime-classes.ts'
import { storageClasses } from './storage/storage-classes.ts'
import { volumeAttachments } from './storage/volume-attachments.ts'
import { volumeAttributesClasses } from './storage/volume-attributes-classes.ts'
import { resourceQuotas } from './core/resource-quotas.ts'
import { serviceAccounts } from './core/service-accounts.ts'
import { clusterRoleBindings, roleBindings } from './rbac/role-bindings.ts'
import { clusterRoles, roles } from './rbac/roles.ts'
import type { Kind } from './resource.ts'
import { secrets } from './core/secrets.ts'
import { services } from './core/services.ts'
import { daemonSets } from './apps/daemon-sets.ts'
import { replicaSets } from './apps/replica-sets.ts'
import { statefulSets } from './apps/stateful-sets.ts'
import { cronJobs } from './batch/cron-jobs.ts'
import { podTemplates } from './core/pod-templates.ts'
import { replicationControllers } from './core/replication-controllers.ts'

/** The kinds with a file of their own. Every other kind follows its row in `traits.ts`. */
export const kinds: readonly Kind[] = [
  apiServices,
  certificateSigningRequests,
  clusterRoleBindings,
  clusterRoles,
  clusterTrustBundles,
  configMaps,
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
  flowSchemas,
  groupEvents,
  horizontalPodAutoscalers,
  ingressClasses,
  ingresses,
  ipAddresses,
  jobs,
  leases,
  limitRanges,
  mutatingWebhookConfigurations,
  namespaces,
  networkPolicies,
  nodes,
  persistentVolumeClaims,
  persistentVolumes,
  podDisruptionBudgets,
  podSchedulingContexts,
  pods,
  podTemplates,
  priorityClasses,
  priorityLevels,
  replicaSets,
  replicationControllers,
  resourceClaimParameters,
  resourceClaims,
  resourceClaimTemplates,
  resourceClasses,
  resourceClassParameters,
  resourceQuotas,
  resourceSlices,
  roleBindings,
  roles,
  runtimeClasses,
  secrets,
  serviceAccounts,
  serviceCidrs,
  services,
  statefulSets,
  storageClasses,
  storageVersions,
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
  validatingWebhookConfigurations,
  volumeAttachments,
  volumeAttributesClasses,
]
