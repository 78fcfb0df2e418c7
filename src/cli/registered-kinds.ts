import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'

const ROLES = 'ClusterRole ClusterRoleBinding Role RoleBinding'
const STORAGE = 'CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment'
const WORKLOADS = 'ControllerRevision Deployment Scale StatefulSet'
const FLOWS = 'FlowSchema PriorityLevelConfiguration'

/** Kinds of kubectl's scheme in versions that the server no longer serves, and kinds whose objects are never stored. */
const UNSERVED: Readonly<Record<string, string>> = {
  'admissionregistration.{domain}/v1beta1': 'MutatingWebhookConfiguration ValidatingWebhookConfiguration',
  'apps/v1beta1': `${WORKLOADS} DeploymentRollback`,
  'apps/v1beta2': `${WORKLOADS} DaemonSet ReplicaSet`,
  'autoscaling/v1': 'Scale',
  'autoscaling/v2beta1': 'HorizontalPodAutoscaler',
  'autoscaling/v2beta2': 'HorizontalPodAutoscaler',
  'batch/v1beta1': 'CronJob',
  'certificates.{domain}/v1beta1': 'CertificateSigningRequest',
  'coordination.{domain}/v1beta1': 'Lease',
  'discovery.{domain}/v1beta1': 'EndpointSlice',
  'events.{domain}/v1beta1': 'Event',
  'extensions/v1beta1': 'DaemonSet Deployment DeploymentRollback Ingress NetworkPolicy ReplicaSet Scale',
  'flowcontrol.{apiserver}{domain}/v1beta1': FLOWS,
  'flowcontrol.{apiserver}{domain}/v1beta2': FLOWS,
  'networking.{domain}/v1beta1': 'Ingress IngressClass',
  'node.{domain}/v1alpha1': 'RuntimeClass',
  'node.{domain}/v1beta1': 'RuntimeClass',
  'policy/v1beta1': 'Eviction PodDisruptionBudget',
  'policy/v1': 'Eviction',
  'rbac.authorization.{domain}/v1alpha1': ROLES,
  'rbac.authorization.{domain}/v1beta1': ROLES,
  'scheduling.{domain}/v1alpha1': 'PriorityClass',
  'scheduling.{domain}/v1beta1': 'PriorityClass',
  'storage.{domain}/v1alpha1': 'CSIStorageCapacity VolumeAttachment',
  'storage.{domain}/v1beta1': STORAGE,
}

/** Groups whose types are not in kubectl's own scheme. */
const OTHER_SCHEMES: ReadonlySet<string> = new Set(['apiextensions.{domain}', 'apiregistration.{domain}'])

/** Returns a function that tests whether kubectl has a Go struct for the kind of an object. */
export async function registeredKinds({ spell }: Dialect): Promise<(object: ApiObject) => boolean> {
  const { builtinResources } = await import('../../worker/schema/builtin/resources.ts')
  const kinds = new Set<string>()
  for (const { group, kind, versions } of builtinResources())
    if (!OTHER_SCHEMES.has(group))
      for (const { version } of versions) kinds.add(`${formatGroupVersion({ group: spell(group), version })} ${kind}`)
  for (const [groupVersion, names] of Object.entries(UNSERVED))
    for (const kind of names.split(' ')) kinds.add(`${spell(groupVersion)} ${kind}`)
  return ({ apiVersion = '', kind = '' }) => kinds.has(`${apiVersion} ${kind}`)
}
