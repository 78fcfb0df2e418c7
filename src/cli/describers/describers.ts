import { describeObject } from '../description.ts'
import type { ResourceType } from '../discovery.ts'
import { bindingText, priorityClassText, roleText, serviceAccountText } from './access.ts'
import { autoscalerText } from './autoscaling.ts'
import { certificateRequestText } from './certificates.ts'
import { configMapText, secretText } from './configuration.ts'
import type { Describer } from './describer.ts'
import { ownEvents } from './describer.ts'
import { endpointsText, endpointSliceText } from './endpoints.ts'
import { ingressClassText, ingressText } from './ingresses.ts'
import { cronJobText, jobText } from './jobs.ts'
import { limitRangeText, namespaceText, resourceQuotaText } from './namespaces.ts'
import { addressText, networkPolicyText, serviceRangeText } from './network.ts'
import { csiNodeText, nodeEvents, nodeText } from './nodes.ts'
import { podEvents, podText } from './pods.ts'
import { disruptionBudgetText } from './policy.ts'
import { serviceText } from './services.ts'
import { attributesClassText, claimText, persistentVolumeText, storageClassText } from './storage.ts'
import {
  daemonSetText,
  deploymentText,
  replicaSetText,
  replicationControllerText,
  statefulSetText,
} from './workloads.ts'

const told = (text: Describer['text']): Describer => ({ text, events: ownEvents })

/** By group and kind; the core group is empty, the others without what follows their first dot. */
const KNOWN: Readonly<Record<string, Describer>> = {
  '/ConfigMap': { ...told(configMapText), eventsNeeded: true },
  '/Endpoints': told(endpointsText),
  '/LimitRange': { text: limitRangeText },
  '/Namespace': { text: namespaceText },
  '/Node': { text: nodeText, events: nodeEvents },
  '/PersistentVolume': told(persistentVolumeText),
  '/PersistentVolumeClaim': told(claimText),
  '/Pod': { text: podText, events: podEvents },
  '/ReplicationController': told(replicationControllerText),
  '/ResourceQuota': { text: resourceQuotaText },
  '/Secret': { text: secretText },
  '/Service': told(serviceText),
  '/ServiceAccount': told(serviceAccountText),
  'apps/DaemonSet': told(daemonSetText),
  'apps/Deployment': told(deploymentText),
  'apps/ReplicaSet': told(replicaSetText),
  'apps/StatefulSet': told(statefulSetText),
  'autoscaling/HorizontalPodAutoscaler': told(autoscalerText),
  'batch/CronJob': told(cronJobText),
  'batch/Job': told(jobText),
  'certificates/CertificateSigningRequest': told(certificateRequestText),
  'discovery/EndpointSlice': told(endpointSliceText),
  'networking/Ingress': told(ingressText),
  'networking/IngressClass': told(ingressClassText),
  'networking/IPAddress': told(addressText),
  'networking/NetworkPolicy': { text: networkPolicyText },
  'networking/ServiceCIDR': told(serviceRangeText),
  'policy/PodDisruptionBudget': told(disruptionBudgetText),
  'rbac/ClusterRole': { text: roleText },
  'rbac/ClusterRoleBinding': { text: bindingText },
  'rbac/Role': { text: roleText },
  'rbac/RoleBinding': { text: bindingText },
  'scheduling/PriorityClass': told(priorityClassText),
  'storage/CSINode': told(csiNodeText),
  'storage/StorageClass': told(storageClassText),
  'storage/VolumeAttributesClass': told(attributesClassText),
}

const anything = told((object) => describeObject({ apiVersion: undefined, ...object }))

export function describerOf({ group, kind }: ResourceType, domain: string): Describer {
  // A custom resource may have the same kind: only the groups that the server keeps for itself are known.
  const own = !group.includes('.') || group.endsWith(`.${domain}`)
  return (own ? KNOWN[`${group.split('.')[0] ?? ''}/${kind}`] : undefined) ?? anything
}
