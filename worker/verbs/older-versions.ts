import type { GroupVersionKind } from '../api/group-version.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { lookupTable } from '../runtime/lookup-table.ts'
import type { Field, StructSchema } from '../schema/schema.ts'

const FLOWS = 'FlowSchema PriorityLevelConfiguration'
const ROLES = 'Role RoleBinding ClusterRole ClusterRoleBinding'
const BUDGETS = 'PodDisruptionBudget Eviction'
const REVIEWS = 'SelfSubjectRulesReview SelfSubjectAccessReview SubjectAccessReview LocalSubjectAccessReview'
const SETS = 'Deployment Scale StatefulSet DaemonSet ReplicaSet ControllerRevision'

/**
 * Kinds of older versions, which the server reads and does not serve by default, by the first label of the group and the version.
 * Source: the lists of known types of release 1.30.
 */
const KINDS = lookupTable<string>({
  'admission/v1': 'AdmissionReview',
  'admission/v1beta1': 'AdmissionReview',
  'admissionregistration/v1alpha1': 'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding',
  'admissionregistration/v1beta1':
    'ValidatingWebhookConfiguration MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding',
  'apiextensions/v1beta1': 'CustomResourceDefinition',
  'apiregistration/v1beta1': 'APIService',
  'apps/v1beta1': 'Deployment DeploymentRollback Scale StatefulSet ControllerRevision',
  'apps/v1beta2': SETS,
  'authentication/v1alpha1': 'SelfSubjectReview',
  'authentication/v1beta1': 'SelfSubjectReview TokenReview',
  'authorization/v1beta1': REVIEWS,
  'autoscaling/v2beta1': 'HorizontalPodAutoscaler',
  'autoscaling/v2beta2': 'HorizontalPodAutoscaler',
  'batch/v1beta1': 'CronJob',
  'certificates/v1alpha1': 'ClusterTrustBundle',
  'certificates/v1beta1': 'CertificateSigningRequest',
  'coordination/v1beta1': 'Lease',
  'discovery/v1beta1': 'EndpointSlice',
  'events/v1beta1': 'Event',
  'extensions/v1beta1': 'Deployment DeploymentRollback Scale DaemonSet Ingress ReplicaSet NetworkPolicy',
  'flowcontrol/v1beta1': FLOWS,
  'flowcontrol/v1beta2': FLOWS,
  'flowcontrol/v1beta3': FLOWS,
  'imagepolicy/v1alpha1': 'ImageReview',
  'internal/v1alpha1': 'StorageVersion',
  'networking/v1alpha1': 'IPAddress ServiceCIDR',
  'networking/v1beta1': 'Ingress IngressClass',
  'node/v1alpha1': 'RuntimeClass',
  'node/v1beta1': 'RuntimeClass',
  'policy/v1beta1': BUDGETS,
  'rbac/v1alpha1': ROLES,
  'rbac/v1beta1': ROLES,
  'resource/v1alpha2':
    'ResourceClass ResourceClaim ResourceClaimTemplate PodSchedulingContext ResourceSlice ResourceClaimParameters ResourceClassParameters',
  'scheduling/v1alpha1': 'PriorityClass',
  'scheduling/v1beta1': 'PriorityClass',
  'storage/v1alpha1': 'VolumeAttachment CSIStorageCapacity VolumeAttributesClass',
  'storage/v1beta1': 'StorageClass VolumeAttachment CSIDriver CSINode CSIStorageCapacity',
  'storagemigration/v1alpha1': 'StorageVersionMigration',
})

/** Kinds that have no list. */
const SINGLE = new Set([
  'AdmissionReview',
  'DeploymentRollback',
  'Eviction',
  'ImageReview',
  'Scale',
  ...REVIEWS.split(' '),
])

const kindsOf = ({ group, version }: Pick<GroupVersionKind, 'group' | 'version'>): readonly string[] =>
  KINDS[`${group.split('.')[0]}/${version}`]?.split(' ') ?? []

export const isOlderVersion = (of: Pick<GroupVersionKind, 'group' | 'version'>): boolean => kindsOf(of).length > 0

/** Whether an older version of a group has the kind, or the list of it. */
export function isOlderKind({ kind, ...version }: GroupVersionKind): boolean {
  const kinds = kindsOf(version)
  if (kinds.includes(kind)) return true
  const item = kind.replace(/List$/, '')
  return kinds.includes(item) && !SINGLE.has(item)
}

/** The schema of a Scale of an older version, in which the selector is a map and not a text. */
export function olderScale(scale: StructSchema): StructSchema {
  const status = scale.fields.get('status')
  if (status?.schema.type !== 'struct') throw new Error('a Scale needs a status')
  const selector: Field = { omitEmpty: true, schema: { type: 'map', values: { type: 'scalar', kind: 'string' } } }
  return withField(scale, 'status', { ...status, schema: withField(status.schema, 'selector', selector) })
}

const withField = ({ name, fields }: StructSchema, field: string, changed: Field): StructSchema => ({
  type: 'struct',
  ...(name !== undefined && { name }),
  fields: new Map([...fields, [field, changed]]),
})

/** The document of an older Scale without its selector, which the server computes. */
export function withoutSelector(scale: JsonObject): JsonObject {
  const { status } = scale
  if (!isObject(status)) return scale
  const { selector: _, ...rest }: Record<string, Json | undefined> = status
  return { ...scale, status: rest }
}
