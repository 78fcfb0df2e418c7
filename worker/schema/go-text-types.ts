import { lookupTable } from '../runtime/lookup-table.ts'

/**
 * Text fields whose Go type is not `string`. Each package is followed by its structs, with pairs of field and type. A type
 * without a dot belongs to the last element of the package's path. Source: the API modules of release 1.30.
 */
const TABLE = `@api.admissionregistration.v1
MatchResources matchPolicy MatchPolicyType
MutatingWebhook failurePolicy FailurePolicyType matchPolicy MatchPolicyType reinvocationPolicy ReinvocationPolicyType sideEffects SideEffectClass
NamedRuleWithOperations operations OperationType scope ScopeType
ParamRef parameterNotFoundAction ParameterNotFoundActionType
RuleWithOperations operations OperationType scope ScopeType
ValidatingAdmissionPolicyBindingSpec validationActions ValidationAction
ValidatingAdmissionPolicySpec failurePolicy FailurePolicyType
ValidatingWebhook failurePolicy FailurePolicyType matchPolicy MatchPolicyType sideEffects SideEffectClass
Validation reason StatusReason
@api.admissionregistration.v1alpha1
MatchResources matchPolicy MatchPolicyType
NamedRuleWithOperations operations v1.OperationType scope v1.ScopeType
ParamRef parameterNotFoundAction ParameterNotFoundActionType
ValidatingAdmissionPolicyBindingSpec validationActions ValidationAction
ValidatingAdmissionPolicySpec failurePolicy FailurePolicyType
Validation reason v1.StatusReason
@api.admissionregistration.v1beta1
MatchResources matchPolicy MatchPolicyType
NamedRuleWithOperations operations v1.OperationType scope v1.ScopeType
ParamRef parameterNotFoundAction ParameterNotFoundActionType
ValidatingAdmissionPolicyBindingSpec validationActions ValidationAction
ValidatingAdmissionPolicySpec failurePolicy FailurePolicyType
Validation reason v1.StatusReason
@api.apiserverinternal.v1alpha1
StorageVersionCondition status ConditionStatus type StorageVersionConditionType
@api.apps.v1
DaemonSetCondition status ConditionStatus type DaemonSetConditionType
DaemonSetUpdateStrategy type DaemonSetUpdateStrategyType
DeploymentCondition status ConditionStatus type DeploymentConditionType
DeploymentStrategy type DeploymentStrategyType
ReplicaSetCondition status ConditionStatus type ReplicaSetConditionType
StatefulSetCondition status ConditionStatus type StatefulSetConditionType
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted PersistentVolumeClaimRetentionPolicyType whenScaled PersistentVolumeClaimRetentionPolicyType
StatefulSetSpec podManagementPolicy PodManagementPolicyType
StatefulSetUpdateStrategy type StatefulSetUpdateStrategyType
@api.authentication.v1
BoundObjectReference uid types.UID
@api.autoscaling.v2
ContainerResourceMetricSource name v1.ResourceName
ContainerResourceMetricStatus name v1.ResourceName
HPAScalingPolicy type HPAScalingPolicyType
HPAScalingRules selectPolicy ScalingPolicySelect
HorizontalPodAutoscalerCondition status v1.ConditionStatus type HorizontalPodAutoscalerConditionType
MetricSpec type MetricSourceType
MetricStatus type MetricSourceType
MetricTarget type MetricTargetType
ResourceMetricSource name v1.ResourceName
ResourceMetricStatus name v1.ResourceName
@api.batch.v1
CronJobSpec concurrencyPolicy ConcurrencyPolicy
JobCondition status ConditionStatus type JobConditionType
JobSpec completionMode CompletionMode podReplacementPolicy PodReplacementPolicy
PodFailurePolicyOnExitCodesRequirement operator PodFailurePolicyOnExitCodesOperator
PodFailurePolicyOnPodConditionsPattern status ConditionStatus type PodConditionType
PodFailurePolicyRule action PodFailurePolicyAction
UncountedTerminatedPods failed types.UID succeeded types.UID
@api.certificates.v1
CertificateSigningRequestCondition status ConditionStatus type RequestConditionType
CertificateSigningRequestSpec usages KeyUsage
@api.core.v1
AppArmorProfile type AppArmorProfileType
AttachedVolume name UniqueVolumeName
AzureDiskVolumeSource cachingMode AzureDataDiskCachingMode kind AzureDataDiskKind
Capabilities add Capability drop Capability
ComponentCondition status ConditionStatus type ComponentConditionType
ConfigMapNodeConfigSource uid types.UID
Container imagePullPolicy PullPolicy restartPolicy ContainerRestartPolicy terminationMessagePolicy TerminationMessagePolicy
ContainerPort protocol Protocol
ContainerResizePolicy resourceName ResourceName restartPolicy ResourceResizeRestartPolicy
EmptyDirVolumeSource medium StorageMedium
EndpointPort protocol Protocol
EphemeralContainer imagePullPolicy PullPolicy restartPolicy ContainerRestartPolicy terminationMessagePolicy TerminationMessagePolicy
HTTPGetAction scheme URIScheme
HostPathVolumeSource type HostPathType
LimitRangeItem type LimitType
LoadBalancerIngress ipMode LoadBalancerIPMode
ModifyVolumeStatus status PersistentVolumeClaimModifyVolumeStatus
NamespaceCondition status ConditionStatus type NamespaceConditionType
NamespaceSpec finalizers FinalizerName
NamespaceStatus phase NamespacePhase
NodeAddress type NodeAddressType
NodeCondition status ConditionStatus type NodeConditionType
NodeSelectorRequirement operator NodeSelectorOperator
NodeStatus phase NodePhase volumesInUse UniqueVolumeName
ObjectReference uid types.UID
PersistentVolumeClaimCondition status ConditionStatus type PersistentVolumeClaimConditionType
PersistentVolumeClaimSpec accessModes PersistentVolumeAccessMode volumeMode PersistentVolumeMode
PersistentVolumeClaimStatus accessModes PersistentVolumeAccessMode allocatedResourceStatuses ClaimResourceStatus phase PersistentVolumeClaimPhase
PersistentVolumeSpec accessModes PersistentVolumeAccessMode persistentVolumeReclaimPolicy PersistentVolumeReclaimPolicy volumeMode PersistentVolumeMode
PersistentVolumeStatus phase PersistentVolumePhase
PodCondition status ConditionStatus type PodConditionType
PodOS name OSName
PodReadinessGate conditionType PodConditionType
PodSecurityContext fsGroupChangePolicy PodFSGroupChangePolicy
PodSpec dnsPolicy DNSPolicy preemptionPolicy PreemptionPolicy restartPolicy RestartPolicy
PodStatus phase PodPhase qosClass PodQOSClass resize PodResizeStatus
PortStatus protocol Protocol
ReplicationControllerCondition status ConditionStatus type ReplicationControllerConditionType
ResourceQuotaSpec scopes ResourceQuotaScope
ScopedResourceSelectorRequirement operator ScopeSelectorOperator scopeName ResourceQuotaScope
SeccompProfile type SeccompProfileType
Secret type SecretType
SecurityContext procMount ProcMountType
ServicePort protocol Protocol
ServiceSpec externalTrafficPolicy ServiceExternalTrafficPolicy internalTrafficPolicy ServiceInternalTrafficPolicy ipFamilies IPFamily ipFamilyPolicy IPFamilyPolicy sessionAffinity ServiceAffinity type ServiceType
Taint effect TaintEffect
Toleration effect TaintEffect operator TolerationOperator
TopologySpreadConstraint nodeAffinityPolicy NodeInclusionPolicy nodeTaintsPolicy NodeInclusionPolicy whenUnsatisfiable UnsatisfiableConstraintAction
VolumeMount mountPropagation MountPropagationMode recursiveReadOnly RecursiveReadOnlyMode
VolumeMountStatus recursiveReadOnly RecursiveReadOnlyMode
@api.discovery.v1
EndpointPort protocol Protocol
EndpointSlice addressType AddressType
@api.flowcontrol.v1
FlowDistinguisherMethod type FlowDistinguisherMethodType
FlowSchemaCondition status ConditionStatus type FlowSchemaConditionType
LimitResponse type LimitResponseType
PriorityLevelConfigurationCondition status ConditionStatus type PriorityLevelConfigurationConditionType
PriorityLevelConfigurationSpec type PriorityLevelEnablement
Subject kind SubjectKind
@api.flowcontrol.v1beta3
FlowDistinguisherMethod type FlowDistinguisherMethodType
FlowSchemaCondition status ConditionStatus type FlowSchemaConditionType
LimitResponse type LimitResponseType
PriorityLevelConfigurationCondition status ConditionStatus type PriorityLevelConfigurationConditionType
PriorityLevelConfigurationSpec type PriorityLevelEnablement
Subject kind SubjectKind
@api.networking.v1
HTTPIngressPath pathType PathType
IngressPortStatus protocol Protocol
NetworkPolicyPort protocol Protocol
NetworkPolicySpec policyTypes PolicyType
@api.policy.v1
PodDisruptionBudgetSpec unhealthyPodEvictionPolicy UnhealthyPodEvictionPolicyType
@api.resource.v1alpha2
ResourceClaimConsumerReference uid types.UID
ResourceClaimSpec allocationMode AllocationMode
@api.scheduling.v1
PriorityClass preemptionPolicy PreemptionPolicy
@api.storage.v1
CSIDriverSpec fsGroupPolicy FSGroupPolicy volumeLifecycleModes VolumeLifecycleMode
StorageClass reclaimPolicy PersistentVolumeReclaimPolicy volumeBindingMode VolumeBindingMode
@apiextensions-apiserver.pkg.apis.apiextensions.v1
ConversionRequest uid types.UID
ConversionResponse uid types.UID
CustomResourceConversion strategy ConversionStrategyType
CustomResourceDefinitionCondition status ConditionStatus type CustomResourceDefinitionConditionType
CustomResourceDefinitionSpec scope ResourceScope
JSONSchemaProps $schema JSONSchemaURL
ValidationRule reason FieldValueErrorReason
@apimachinery.pkg.apis.meta.v1
Condition status ConditionStatus
DeleteOptions propagationPolicy DeletionPropagation
LabelSelectorRequirement operator LabelSelectorOperator
ListOptions resourceVersionMatch ResourceVersionMatch
ManagedFieldsEntry operation ManagedFieldsOperationType
ObjectMeta uid types.UID
OwnerReference uid types.UID
Preconditions uid types.UID
Status reason StatusReason
StatusCause reason CauseType
StatusDetails uid types.UID
@{system}-aggregator.pkg.apis.apiregistration.v1
APIServiceCondition status ConditionStatus type APIServiceConditionType`

const types = lookupTable(Object.fromEntries(readTable()))

function* readTable(): Generator<readonly [string, string]> {
  let place = ''
  for (const line of TABLE.split('\n')) {
    const [struct = '', ...pairs] = line.split(' ')
    if (struct.startsWith('@')) place = struct.slice(1)
    for (let at = 0; at < pairs.length; at += 2) {
      const [field = '', type = ''] = pairs.slice(at, at + 2)
      const name = type.includes('.') ? type : `${place.slice(place.lastIndexOf('.') + 1)}.${type}`
      yield [`${place}.${struct} ${field}`, name]
    }
  }
}

/** The Go type of a string field, or of the items of a list of strings: a named type such as `v1.PullPolicy`, else `string`. */
export const goTextType = (struct: string, field: string): string => types[`${struct} ${field}`] ?? 'string'

const names: ReadonlySet<string> = new Set(Object.values(types))

/** Whether a Go type such as `v1.PullPolicy` holds a text. */
export const isGoTextType = (type: string): boolean => names.has(type)
