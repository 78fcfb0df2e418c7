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

const describer = (text: Describer['text']): Describer => ({ text, events: ownEvents })

const versioned = (text: Describer['text']): Describer => ({ ...describer(text), hasEarlierVersion: true })

/** Describers by `group/Kind`. The core group is empty; other groups end before their first dot. */
const KNOWN: Readonly<Record<string, Describer>> = {
  '/ConfigMap': { ...describer(configMapText), eventsNeeded: true },
  '/Endpoints': describer(endpointsText),
  '/LimitRange': { text: limitRangeText },
  '/Namespace': { text: namespaceText },
  '/Node': { text: nodeText, events: nodeEvents },
  '/PersistentVolume': describer(persistentVolumeText),
  '/PersistentVolumeClaim': describer(claimText),
  '/Pod': { text: podText, events: podEvents },
  '/ReplicationController': describer(replicationControllerText),
  '/ResourceQuota': { text: resourceQuotaText },
  '/Secret': { text: secretText },
  '/Service': describer(serviceText),
  '/ServiceAccount': describer(serviceAccountText),
  'apps/DaemonSet': describer(daemonSetText),
  'apps/Deployment': describer(deploymentText),
  'apps/ReplicaSet': describer(replicaSetText),
  'apps/StatefulSet': describer(statefulSetText),
  'autoscaling/HorizontalPodAutoscaler': describer(autoscalerText),
  'batch/CronJob': describer(cronJobText),
  'batch/Job': describer(jobText),
  'certificates/CertificateSigningRequest': versioned(certificateRequestText),
  'discovery/EndpointSlice': versioned(endpointSliceText),
  'networking/Ingress': versioned(ingressText),
  'networking/IngressClass': versioned(ingressClassText),
  'networking/IPAddress': describer(addressText),
  'networking/NetworkPolicy': { text: networkPolicyText },
  'networking/ServiceCIDR': describer(serviceRangeText),
  'policy/PodDisruptionBudget': versioned(disruptionBudgetText),
  'rbac/ClusterRole': { text: roleText },
  'rbac/ClusterRoleBinding': { text: bindingText },
  'rbac/Role': { text: roleText },
  'rbac/RoleBinding': { text: bindingText },
  'scheduling/PriorityClass': describer(priorityClassText),
  'storage/CSINode': describer(csiNodeText),
  'storage/StorageClass': describer(storageClassText),
  'storage/VolumeAttributesClass': describer(attributesClassText),
}

const anything = describer((object) => describeObject({ apiVersion: undefined, ...object }))

export function describerOf({ group, kind }: ResourceType, domain: string): Describer {
  // A custom resource may have the same kind, so only groups that the server reserves have a describer.
  const own = !group.includes('.') || group.endsWith(`.${domain}`)
  return (own ? KNOWN[`${group.split('.')[0] ?? ''}/${kind}`] : undefined) ?? anything
}
