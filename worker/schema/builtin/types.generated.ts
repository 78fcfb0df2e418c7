// Written by scripts/generate-builtin.mjs; the notation is described in notation.ts.
export const table = `!/v1 admission.{domain}/v1 admission.{domain}/v1beta1 admissionregistration.{domain}/v1 admissionregistration.{domain}/v1alpha1 admissionregistration.{domain}/v1beta1 apiextensions.{domain}/v1 apiextensions.{domain}/v1beta1 apiregistration.{domain}/v1 apiregistration.{domain}/v1beta1 apps/v1 apps/v1beta1 apps/v1beta2 authentication.{domain}/v1 authentication.{domain}/v1alpha1 authentication.{domain}/v1beta1 authorization.{domain}/v1 authorization.{domain}/v1beta1 autoscaling/v1 autoscaling/v2 autoscaling/v2beta1 autoscaling/v2beta2 batch/v1 batch/v1beta1 certificates.{domain}/v1 certificates.{domain}/v1alpha1 certificates.{domain}/v1beta1 coordination.{domain}/v1 coordination.{domain}/v1beta1 discovery.{domain}/v1 discovery.{domain}/v1beta1 events.{domain}/v1 events.{domain}/v1beta1 extensions/v1beta1 flowcontrol.{apiserver}{domain}/v1 flowcontrol.{apiserver}{domain}/v1beta1 flowcontrol.{apiserver}{domain}/v1beta2 flowcontrol.{apiserver}{domain}/v1beta3 imagepolicy.{domain}/v1alpha1 internal.apiserver.{domain}/v1alpha1 networking.{domain}/v1 networking.{domain}/v1alpha1 networking.{domain}/v1beta1 node.{domain}/v1 node.{domain}/v1alpha1 node.{domain}/v1beta1 policy/v1 policy/v1beta1 rbac.authorization.{domain}/v1 rbac.authorization.{domain}/v1alpha1 rbac.authorization.{domain}/v1beta1 resource.{domain}/v1alpha2 scheduling.{domain}/v1 scheduling.{domain}/v1alpha1 scheduling.{domain}/v1beta1 storage.{domain}/v1 storage.{domain}/v1alpha1 storage.{domain}/v1beta1 storagemigration.{domain}/v1alpha1
@api.admission.v1
=AdmissionRequest hidden
uid! s
kind! meta.GroupVersionKind
resource! meta.GroupVersionResource
subResource s
requestKind#13* meta.GroupVersionKind
requestResource* meta.GroupVersionResource
requestSubResource s
name#5 s
namespace s
operation! s
userInfo! api.authentication.v1.UserInfo
object R
oldObject R
dryRun* b
options R
=AdmissionResponse hidden
uid! s
allowed! b
status* meta.Status
patch y
patchType* s
auditAnnotations {s}
warnings [s]
=AdmissionReview hidden typed
request* AdmissionRequest
response* AdmissionResponse
@api.admission.v1beta1
=AdmissionRequest hidden
uid! s
kind! meta.GroupVersionKind
resource! meta.GroupVersionResource
subResource s
requestKind#13* meta.GroupVersionKind
requestResource* meta.GroupVersionResource
requestSubResource s
name#5 s
namespace s
operation! s
userInfo! api.authentication.v1.UserInfo
object R
oldObject R
dryRun* b
options R
=AdmissionResponse hidden
uid! s
allowed! b
status* meta.Status
patch y
patchType* s
auditAnnotations {s}
warnings [s]
=AdmissionReview hidden typed
request* AdmissionRequest
response* AdmissionResponse
@api.admissionregistration.v1 admissionregistration.{domain}/v1
=AuditAnnotation
key!+ s
valueExpression!+ s
=ExpressionWarning
fieldRef#2!+ s
warning!+ s
=MatchCondition
name!+ s
expression!+ s
=MatchResources atomic
namespaceSelector* meta.LabelSelector
objectSelector* meta.LabelSelector
resourceRules [NamedRuleWithOperations]a
excludeResourceRules [NamedRuleWithOperations]a
matchPolicy#7* s|Equivalent|Exact
=MutatingWebhook
name!+ s
clientConfig!+ WebhookClientConfig
rules [RuleWithOperations]a
failurePolicy* s|Fail|Ignore
matchPolicy#9* s|Equivalent|Exact
namespaceSelector#5* meta.LabelSelector
objectSelector#11* meta.LabelSelector
sideEffects#6!*+ s|None|NoneOnDryRun|Some|Unknown
timeoutSeconds* i
admissionReviewVersions!+ [s]a
reinvocationPolicy#10* s|IfNeeded|Never
matchConditions#12 [MatchCondition]mname ^merge:name
=MutatingWebhookConfiguration typed kind
metadata meta.ObjectMeta
webhooks [MutatingWebhook]mname ^merge:name
=MutatingWebhookConfigurationList typed kind
metadata meta.ListMeta
items!+ [MutatingWebhookConfiguration]
=NamedRuleWithOperations atomic
resourceNames [s]a
operations#2.1 [s|*|CONNECT|CREATE|DELETE|UPDATE]a
apiGroups#2.2.1 [s]a
apiVersions [s]a
resources [s]a
scope* s
=ParamKind atomic
apiVersion s
kind s
=ParamRef atomic
name s
namespace s
selector* meta.LabelSelector
parameterNotFoundAction* s
=RuleWithOperations
operations [s|*|CONNECT|CREATE|DELETE|UPDATE]a
apiGroups#2.1 [s]a
apiVersions [s]a
resources [s]a
scope* s
=ServiceReference
namespace!+ s
name!+ s
path* s
port* i
=TypeChecking
expressionWarnings [ExpressionWarning]a
=ValidatingAdmissionPolicy typed kind
metadata meta.ObjectMeta
spec ValidatingAdmissionPolicySpec
status ValidatingAdmissionPolicyStatus
=ValidatingAdmissionPolicyBinding typed kind
metadata meta.ObjectMeta
spec ValidatingAdmissionPolicyBindingSpec
=ValidatingAdmissionPolicyBindingList typed kind
metadata meta.ListMeta
items!+ [ValidatingAdmissionPolicyBinding]
=ValidatingAdmissionPolicyBindingSpec
policyName s
paramRef* ParamRef
matchResources* MatchResources
validationActions [s|Audit|Deny|Warn]s
=ValidatingAdmissionPolicyList typed kind
metadata meta.ListMeta
items!+ [ValidatingAdmissionPolicy]
=ValidatingAdmissionPolicySpec
paramKind* ParamKind
matchConstraints* MatchResources
validations [Validation]a
failurePolicy* s|Fail|Ignore
auditAnnotations [AuditAnnotation]a
matchConditions [MatchCondition]mname ^merge:name
variables [Variable]mname ^merge:name
=ValidatingAdmissionPolicyStatus
observedGeneration l
typeChecking* TypeChecking
conditions [meta.Condition]mtype
=ValidatingWebhook
name!+ s
clientConfig!+ WebhookClientConfig
rules [RuleWithOperations]a
failurePolicy* s|Fail|Ignore
matchPolicy#9* s|Equivalent|Exact
namespaceSelector#5* meta.LabelSelector
objectSelector#10* meta.LabelSelector
sideEffects#6!*+ s|None|NoneOnDryRun|Some|Unknown
timeoutSeconds* i
admissionReviewVersions!+ [s]a
matchConditions#11 [MatchCondition]mname ^merge:name
=ValidatingWebhookConfiguration typed kind
metadata meta.ObjectMeta
webhooks [ValidatingWebhook]mname ^merge:name
=ValidatingWebhookConfigurationList typed kind
metadata meta.ListMeta
items!+ [ValidatingWebhookConfiguration]
=Validation
expression!+ s
message s
reason* s
messageExpression s
=Variable atomic
name!+ s
expression!+ s
=WebhookClientConfig
url#3* s
service#1* ServiceReference
caBundle y
@api.admissionregistration.v1alpha1 admissionregistration.{domain}/v1alpha1 all
=AuditAnnotation
key!+ s
valueExpression!+ s
=ExpressionWarning
fieldRef#2!+ s
warning!+ s
=MatchCondition
name!+ s
expression!+ s
=MatchResources atomic
namespaceSelector* meta.LabelSelector
objectSelector* meta.LabelSelector
resourceRules [NamedRuleWithOperations]a
excludeResourceRules [NamedRuleWithOperations]a
matchPolicy#7* s|Equivalent|Exact
=NamedRuleWithOperations atomic
resourceNames [s]a
operations#2.1 [s|*|CONNECT|CREATE|DELETE|UPDATE]a
apiGroups#2.2.1 [s]a
apiVersions [s]a
resources [s]a
scope* s
=ParamKind atomic
apiVersion s
kind s
=ParamRef atomic
name s
namespace s
selector* meta.LabelSelector
parameterNotFoundAction* s|Allow|Deny
=TypeChecking
expressionWarnings [ExpressionWarning]a
=ValidatingAdmissionPolicy typed kind
metadata meta.ObjectMeta
spec ValidatingAdmissionPolicySpec
status ValidatingAdmissionPolicyStatus
=ValidatingAdmissionPolicyBinding typed kind
metadata meta.ObjectMeta
spec ValidatingAdmissionPolicyBindingSpec
=ValidatingAdmissionPolicyBindingList typed kind
metadata meta.ListMeta
items!+ [ValidatingAdmissionPolicyBinding]
=ValidatingAdmissionPolicyBindingSpec
policyName s
paramRef* ParamRef
matchResources* MatchResources
validationActions [s|Audit|Deny|Warn]s
=ValidatingAdmissionPolicyList typed kind
metadata meta.ListMeta
items!+ [ValidatingAdmissionPolicy]
=ValidatingAdmissionPolicySpec
paramKind* ParamKind
matchConstraints* MatchResources
validations [Validation]a
failurePolicy* s|Fail|Ignore
auditAnnotations [AuditAnnotation]a
matchConditions [MatchCondition]mname ^merge:name
variables [Variable]mname ^merge:name
=ValidatingAdmissionPolicyStatus
observedGeneration l
typeChecking* TypeChecking
conditions [meta.Condition]mtype
=Validation
expression!+ s
message s
reason* s
messageExpression s
=Variable
name!+ s
expression!+ s
@api.admissionregistration.v1beta1 admissionregistration.{domain}/v1beta1 all
=AuditAnnotation
key!+ s
valueExpression!+ s
=ExpressionWarning
fieldRef#2!+ s
warning!+ s
=MatchCondition
name!+ s
expression!+ s
=MatchResources atomic
namespaceSelector* meta.LabelSelector
objectSelector* meta.LabelSelector
resourceRules [NamedRuleWithOperations]a
excludeResourceRules [NamedRuleWithOperations]a
matchPolicy#7* s
=NamedRuleWithOperations atomic
resourceNames [s]a
operations#2.1 [s|*|CONNECT|CREATE|DELETE|UPDATE]a
apiGroups#2.2.1 [s]a
apiVersions [s]a
resources [s]a
scope* s
=ParamKind atomic
apiVersion s
kind s
=ParamRef atomic
name s
namespace s
selector* meta.LabelSelector
parameterNotFoundAction* s
=TypeChecking
expressionWarnings [ExpressionWarning]a
=ValidatingAdmissionPolicy typed kind
metadata meta.ObjectMeta
spec ValidatingAdmissionPolicySpec
status ValidatingAdmissionPolicyStatus
=ValidatingAdmissionPolicyBinding typed kind
metadata meta.ObjectMeta
spec ValidatingAdmissionPolicyBindingSpec
=ValidatingAdmissionPolicyBindingList typed kind
metadata meta.ListMeta
items!+ [ValidatingAdmissionPolicyBinding]
=ValidatingAdmissionPolicyBindingSpec
policyName s
paramRef* ParamRef
matchResources* MatchResources
validationActions [s|Audit|Deny|Warn]s
=ValidatingAdmissionPolicyList typed kind
metadata meta.ListMeta
items!+ [ValidatingAdmissionPolicy]
=ValidatingAdmissionPolicySpec
paramKind* ParamKind
matchConstraints* MatchResources
validations [Validation]a
failurePolicy* s
auditAnnotations [AuditAnnotation]a
matchConditions [MatchCondition]mname ^merge:name
variables [Variable]mname ^merge:name
=ValidatingAdmissionPolicyStatus
observedGeneration l
typeChecking* TypeChecking
conditions [meta.Condition]mtype
=Validation
expression!+ s
message s
reason* s
messageExpression s
=Variable atomic
name!+ s
expression!+ s
@api.apidiscovery.v2
=APIGroupDiscovery hidden typed
metadata meta.ObjectMeta
versions [APIVersionDiscovery]
=APIGroupDiscoveryList hidden typed
metadata meta.ListMeta
items! [APIGroupDiscovery]
=APIResourceDiscovery hidden
resource! s
responseKind* meta.GroupVersionKind
scope! s
singularResource! s
verbs! [s]
shortNames [s]
categories [s]
subresources [APISubresourceDiscovery]
=APISubresourceDiscovery hidden
subresource! s
responseKind* meta.GroupVersionKind
acceptedTypes [meta.GroupVersionKind]
verbs! [s]
=APIVersionDiscovery hidden
version! s
resources [APIResourceDiscovery]
freshness s
@api.apidiscovery.v2beta1
=APIGroupDiscovery hidden typed
metadata meta.ObjectMeta
versions [APIVersionDiscovery]
=APIGroupDiscoveryList hidden typed
metadata meta.ListMeta
items! [APIGroupDiscovery]
=APIResourceDiscovery hidden
resource! s
responseKind* meta.GroupVersionKind
scope! s
singularResource! s
verbs! [s]
shortNames [s]
categories [s]
subresources [APISubresourceDiscovery]
=APISubresourceDiscovery hidden
subresource! s
responseKind* meta.GroupVersionKind
acceptedTypes [meta.GroupVersionKind]
verbs! [s]
=APIVersionDiscovery hidden
version! s
resources [APIResourceDiscovery]
freshness s
@api.apiserverinternal.v1alpha1 internal.apiserver.{domain}/v1alpha1 all
=ServerStorageVersion
apiServerID s
encodingVersion s
decodableVersions [s]s
servedVersions [s]s
=StorageVersion typed kind
metadata meta.ObjectMeta
spec!+ StorageVersionSpec
status!+ StorageVersionStatus
=StorageVersionCondition
type!+ s
status!+ s
observedGeneration l
lastTransitionTime t
reason!+ s
message+ s
=StorageVersionList typed kind
metadata meta.ListMeta
items!+ [StorageVersion]
=StorageVersionSpec
=StorageVersionStatus
storageVersions [ServerStorageVersion]mapiServerID
commonEncodingVersion* s
conditions [StorageVersionCondition]mtype
@api.apps.v1 apps/v1
=ControllerRevision typed kind
metadata meta.ObjectMeta
data R
revision!+ l
=ControllerRevisionList typed kind
metadata meta.ListMeta
items!+ [ControllerRevision]
=DaemonSet typed kind
metadata meta.ObjectMeta
spec DaemonSetSpec
status DaemonSetStatus
=DaemonSetCondition
type!+ s
status!+ s
lastTransitionTime t
reason s
message s
=DaemonSetList typed kind
metadata meta.ListMeta
items!+ [DaemonSet]
=DaemonSetSpec
selector!*+ meta.LabelSelector
template!+ core.PodTemplateSpec
updateStrategy DaemonSetUpdateStrategy
minReadySeconds i
revisionHistoryLimit#6* i
=DaemonSetStatus
currentNumberScheduled!+ i
numberMisscheduled!+ i
desiredNumberScheduled!+ i
numberReady!+ i
observedGeneration l
updatedNumberScheduled i
numberAvailable i
numberUnavailable i
collisionCount* i
conditions [DaemonSetCondition]mtype ^merge:type
=DaemonSetUpdateStrategy
type s|OnDelete|RollingUpdate
rollingUpdate* RollingUpdateDaemonSet
=Deployment typed kind
metadata meta.ObjectMeta
spec DeploymentSpec
status DeploymentStatus
=DeploymentCondition
type!+ s
status!+ s
lastUpdateTime#6 t
lastTransitionTime t
reason#4 s
message s
=DeploymentList typed kind
metadata meta.ListMeta
items!+ [Deployment]
=DeploymentSpec
replicas* i
selector!*+ meta.LabelSelector
template!+ core.PodTemplateSpec
strategy DeploymentStrategy ^retainKeys
minReadySeconds i
revisionHistoryLimit* i
paused b
progressDeadlineSeconds#9* i
=DeploymentStatus
observedGeneration l
replicas i
updatedReplicas i
readyReplicas#7 i
availableReplicas#4 i
unavailableReplicas i
conditions [DeploymentCondition]mtype ^merge:type
collisionCount#8* i
=DeploymentStrategy
type s|Recreate|RollingUpdate
rollingUpdate* RollingUpdateDeployment
=ReplicaSet typed kind
metadata meta.ObjectMeta
spec ReplicaSetSpec
status ReplicaSetStatus
=ReplicaSetCondition
type!+ s
status!+ s
lastTransitionTime t
reason s
message s
=ReplicaSetList typed kind
metadata meta.ListMeta
items!+ [ReplicaSet]
=ReplicaSetSpec
replicas* i
minReadySeconds#4 i
selector#2!*+ meta.LabelSelector
template core.PodTemplateSpec
=ReplicaSetStatus
replicas!+ i
fullyLabeledReplicas i
readyReplicas#4 i
availableReplicas i
observedGeneration#3 l
conditions#6 [ReplicaSetCondition]mtype ^merge:type
=RollingUpdateDaemonSet
maxUnavailable* x
maxSurge* x
=RollingUpdateDeployment
maxUnavailable* x
maxSurge* x
=RollingUpdateStatefulSetStrategy
partition* i
maxUnavailable* x
=StatefulSet typed kind
metadata meta.ObjectMeta
spec StatefulSetSpec
status StatefulSetStatus
=StatefulSetCondition
type!+ s
status!+ s
lastTransitionTime t
reason s
message s
=StatefulSetList typed kind
metadata meta.ListMeta
items!+ [StatefulSet]
=StatefulSetOrdinals
start! i
=StatefulSetPersistentVolumeClaimRetentionPolicy
whenDeleted s
whenScaled s
=StatefulSetSpec
replicas* i
selector!*+ meta.LabelSelector
template!+ core.PodTemplateSpec
volumeClaimTemplates [core.PersistentVolumeClaim]a
serviceName!+ s
podManagementPolicy s|OrderedReady|Parallel
updateStrategy StatefulSetUpdateStrategy
revisionHistoryLimit* i
minReadySeconds i
persistentVolumeClaimRetentionPolicy* StatefulSetPersistentVolumeClaimRetentionPolicy
ordinals* StatefulSetOrdinals
=StatefulSetStatus
observedGeneration l
replicas!+ i
readyReplicas i
currentReplicas i
updatedReplicas i
currentRevision s
updateRevision s
collisionCount#9* i
conditions [StatefulSetCondition]mtype ^merge:type
availableReplicas! i
=StatefulSetUpdateStrategy
type s|OnDelete|RollingUpdate
rollingUpdate* RollingUpdateStatefulSetStrategy
@api.authentication.v1 authentication.{domain}/v1
=BoundObjectReference
kind s
apiVersion s
name s
uid s
=SelfSubjectReview typed kind
metadata meta.ObjectMeta
status SelfSubjectReviewStatus
=SelfSubjectReviewStatus
userInfo UserInfo
=TokenRequest typed kind
metadata meta.ObjectMeta
spec!+ TokenRequestSpec
status TokenRequestStatus
=TokenRequestSpec
audiences!+ [s]a
expirationSeconds#4!* l
boundObjectRef#3!* BoundObjectReference
=TokenRequestStatus
token!+ s
expirationTimestamp!+ t
=TokenReview typed kind
metadata meta.ObjectMeta
spec!+ TokenReviewSpec
status TokenReviewStatus
=TokenReviewSpec
token s
audiences [s]a
=TokenReviewStatus
authenticated b
user UserInfo
audiences#4 [s]a
error#3 s
=UserInfo
username s
uid s
groups [s]a
extra {[s]}
@api.authentication.v1alpha1 authentication.{domain}/v1alpha1 all
=SelfSubjectReview typed kind
metadata meta.ObjectMeta
status SelfSubjectReviewStatus
=SelfSubjectReviewStatus
userInfo api.authentication.v1.UserInfo
@api.authentication.v1beta1 authentication.{domain}/v1beta1 all
=SelfSubjectReview typed kind
metadata meta.ObjectMeta
status SelfSubjectReviewStatus
=SelfSubjectReviewStatus
userInfo api.authentication.v1.UserInfo
=TokenReview hidden typed
metadata meta.ObjectMeta
spec! TokenReviewSpec
status TokenReviewStatus
=TokenReviewSpec hidden
token s
audiences [s]
=TokenReviewStatus hidden
authenticated b
user UserInfo
audiences#4 [s]
error#3 s
=UserInfo hidden
username s
uid s
groups [s]
extra {[s]}
@api.authorization.v1 authorization.{domain}/v1
=LocalSubjectAccessReview typed kind
metadata meta.ObjectMeta
spec!+ SubjectAccessReviewSpec
status SubjectAccessReviewStatus
=NonResourceAttributes
path s
verb s
=NonResourceRule
verbs!+ [s]a
nonResourceURLs [s]a
=ResourceAttributes
namespace s
verb s
group s
version s
resource s
subresource s
name s
=ResourceRule
verbs!+ [s]a
apiGroups [s]a
resources [s]a
resourceNames [s]a
=SelfSubjectAccessReview typed kind
metadata meta.ObjectMeta
spec!+ SelfSubjectAccessReviewSpec
status SubjectAccessReviewStatus
=SelfSubjectAccessReviewSpec
resourceAttributes* ResourceAttributes
nonResourceAttributes* NonResourceAttributes
=SelfSubjectRulesReview typed kind
metadata meta.ObjectMeta
spec!+ SelfSubjectRulesReviewSpec
status SubjectRulesReviewStatus
=SelfSubjectRulesReviewSpec
namespace s
=SubjectAccessReview typed kind
metadata meta.ObjectMeta
spec!+ SubjectAccessReviewSpec
status SubjectAccessReviewStatus
=SubjectAccessReviewSpec
resourceAttributes* ResourceAttributes
nonResourceAttributes* NonResourceAttributes
user s
groups [s]a
extra {[s]}
uid s
=SubjectAccessReviewStatus
allowed!+ b
denied#4 b
reason#2 s
evaluationError s
=SubjectRulesReviewStatus
resourceRules!+ [ResourceRule]a
nonResourceRules!+ [NonResourceRule]a
incomplete!+ b
evaluationError s
@api.authorization.v1beta1
=NonResourceAttributes hidden
path s
verb s
=ResourceAttributes hidden
namespace s
verb s
group s
version s
resource s
subresource s
name s
=SubjectAccessReview hidden typed
metadata meta.ObjectMeta
spec! SubjectAccessReviewSpec
status SubjectAccessReviewStatus
=SubjectAccessReviewSpec hidden
resourceAttributes* ResourceAttributes
nonResourceAttributes* NonResourceAttributes
user s
group [s]
extra {[s]}
uid s
=SubjectAccessReviewStatus hidden
allowed! b
denied#4 b
reason#2 s
evaluationError s
@api.autoscaling.v1 autoscaling/v1
=CrossVersionObjectReference atomic
kind!+ s
name!+ s
apiVersion s
=HorizontalPodAutoscaler typed kind
metadata meta.ObjectMeta
spec HorizontalPodAutoscalerSpec
status HorizontalPodAutoscalerStatus
=HorizontalPodAutoscalerList typed kind
metadata meta.ListMeta
items!+ [HorizontalPodAutoscaler]
=HorizontalPodAutoscalerSpec
scaleTargetRef!+ CrossVersionObjectReference
minReplicas* i
maxReplicas!+ i
targetCPUUtilizationPercentage* i
=HorizontalPodAutoscalerStatus
observedGeneration* l
lastScaleTime* t
currentReplicas!+ i
desiredReplicas!+ i
currentCPUUtilizationPercentage* i
=Scale typed kind
metadata meta.ObjectMeta
spec ScaleSpec
status ScaleStatus
=ScaleSpec
replicas i
=ScaleStatus
replicas!+ i
selector s
@api.autoscaling.v2 autoscaling/v2
=ContainerResourceMetricSource
name!+ s
target!+ MetricTarget
container!+ s
=ContainerResourceMetricStatus
name!+ s
current!+ MetricValueStatus
container!+ s
=CrossVersionObjectReference
kind!+ s
name!+ s
apiVersion s
=ExternalMetricSource
metric!+ MetricIdentifier
target!+ MetricTarget
=ExternalMetricStatus
metric!+ MetricIdentifier
current!+ MetricValueStatus
=HPAScalingPolicy
type!+ s
value!+ i
periodSeconds!+ i
=HPAScalingRules
stabilizationWindowSeconds#3* i
selectPolicy#1* s
policies [HPAScalingPolicy]a
=HorizontalPodAutoscaler typed kind
metadata meta.ObjectMeta
spec HorizontalPodAutoscalerSpec
status HorizontalPodAutoscalerStatus
=HorizontalPodAutoscalerBehavior
scaleUp* HPAScalingRules
scaleDown* HPAScalingRules
=HorizontalPodAutoscalerCondition
type!+ s
status!+ s
lastTransitionTime t
reason s
message s
=HorizontalPodAutoscalerList typed kind
metadata meta.ListMeta
items!+ [HorizontalPodAutoscaler]
=HorizontalPodAutoscalerSpec
scaleTargetRef!+ CrossVersionObjectReference
minReplicas* i
maxReplicas!+ i
metrics [MetricSpec]a
behavior* HorizontalPodAutoscalerBehavior
=HorizontalPodAutoscalerStatus
observedGeneration* l
lastScaleTime* t
currentReplicas i
desiredReplicas!+ i
currentMetrics! [MetricStatus]a
conditions [HorizontalPodAutoscalerCondition]mtype ^merge:type
=MetricIdentifier
name!+ s
selector* meta.LabelSelector
=MetricSpec
type!+ s
object* ObjectMetricSource
pods* PodsMetricSource
resource* ResourceMetricSource
containerResource#7* ContainerResourceMetricSource
external#5* ExternalMetricSource
=MetricStatus
type!+ s
object* ObjectMetricStatus
pods* PodsMetricStatus
resource* ResourceMetricStatus
containerResource#7* ContainerResourceMetricStatus
external#5* ExternalMetricStatus
=MetricTarget
type!+ s
value* q
averageValue* q
averageUtilization* i
=MetricValueStatus
value* q
averageValue* q
averageUtilization* i
=ObjectMetricSource
describedObject!+ CrossVersionObjectReference
target!+ MetricTarget
metric!+ MetricIdentifier
=ObjectMetricStatus
metric!+ MetricIdentifier
current!+ MetricValueStatus
describedObject!+ CrossVersionObjectReference
=PodsMetricSource
metric!+ MetricIdentifier
target!+ MetricTarget
=PodsMetricStatus
metric!+ MetricIdentifier
current!+ MetricValueStatus
=ResourceMetricSource
name!+ s
target!+ MetricTarget
=ResourceMetricStatus
name!+ s
current!+ MetricValueStatus
@api.batch.v1 batch/v1
=CronJob typed kind
metadata meta.ObjectMeta
spec CronJobSpec
status CronJobStatus
=CronJobList typed kind
metadata meta.ListMeta
items!+ [CronJob]
=CronJobSpec
schedule!+ s
timeZone#8* s
startingDeadlineSeconds#2* l
concurrencyPolicy s|Allow|Forbid|Replace
suspend* b
jobTemplate!+ JobTemplateSpec
successfulJobsHistoryLimit* i
failedJobsHistoryLimit* i
=CronJobStatus
active [core.ObjectReference]a
lastScheduleTime#4* t
lastSuccessfulTime* t
=Job typed kind
metadata meta.ObjectMeta
spec JobSpec
status JobStatus
=JobCondition
type!+ s
status!+ s
lastProbeTime t
lastTransitionTime t
reason s
message s
=JobList typed kind
metadata meta.ListMeta
items!+ [Job]
=JobSpec
parallelism* i
completions* i
activeDeadlineSeconds* l
podFailurePolicy#11* PodFailurePolicy
successPolicy#16* SuccessPolicy
backoffLimit#7* i
backoffLimitPerIndex#12* i
maxFailedIndexes* i
selector#4* meta.LabelSelector
manualSelector* b
template!+ core.PodTemplateSpec
ttlSecondsAfterFinished#8* i
completionMode* s|Indexed|NonIndexed
suspend* b
podReplacementPolicy#14* s|Failed|TerminatingOrFailed
managedBy* s
=JobStatus
conditions [JobCondition]a ^merge:type
startTime* t
completionTime* t
active i
succeeded i
failed i
terminating#11* i
completedIndexes#7 s
failedIndexes#10* s
uncountedTerminatedPods#8* UncountedTerminatedPods
ready* i
=JobTemplateSpec
metadata meta.ObjectMeta
spec JobSpec
=PodFailurePolicy
rules!+ [PodFailurePolicyRule]a
=PodFailurePolicyOnExitCodesRequirement
containerName* s
operator!+ s|In|NotIn
values!+ [i]s
=PodFailurePolicyOnPodConditionsPattern
type!+ s
status!+ s
=PodFailurePolicyRule
action!+ s|Count|FailIndex|FailJob|Ignore
onExitCodes* PodFailurePolicyOnExitCodesRequirement
onPodConditions [PodFailurePolicyOnPodConditionsPattern]a
=SuccessPolicy
rules!+ [SuccessPolicyRule]a
=SuccessPolicyRule
succeededIndexes* s
succeededCount* i
=UncountedTerminatedPods
succeeded [s]s
failed [s]s
@api.certificates.v1 certificates.{domain}/v1
=CertificateSigningRequest typed kind
metadata meta.ObjectMeta
spec!+ CertificateSigningRequestSpec
status CertificateSigningRequestStatus
=CertificateSigningRequestCondition
type!+ s
status#6!+ s
reason#2 s
message s
lastUpdateTime t
lastTransitionTime t
=CertificateSigningRequestList typed kind
metadata meta.ListMeta
items!+ [CertificateSigningRequest]
=CertificateSigningRequestSpec
request!+ Y
signerName#7!+ s
expirationSeconds* i
usages#5 [s|any|cert sign|client auth|code signing|content commitment|crl sign|data encipherment|decipher only|digital signature|email protection|encipher only|ipsec end system|ipsec tunnel|ipsec user|key agreement|key encipherment|microsoft sgc|netscape sgc|ocsp signing|s/mime|server auth|signing|timestamping]a
username#2 s
uid s
groups [s]a
extra#6 {[s]}
=CertificateSigningRequestStatus
conditions [CertificateSigningRequestCondition]mtype
certificate Y
@api.certificates.v1alpha1 certificates.{domain}/v1alpha1 all
=ClusterTrustBundle typed kind
metadata meta.ObjectMeta
spec!+ ClusterTrustBundleSpec
=ClusterTrustBundleList typed kind
metadata meta.ListMeta
items!+ [ClusterTrustBundle]
=ClusterTrustBundleSpec
signerName s
trustBundle!+ s
@api.coordination.v1 coordination.{domain}/v1
=Lease typed kind
metadata meta.ObjectMeta
spec LeaseSpec
=LeaseList typed kind
metadata meta.ListMeta
items!+ [Lease]
=LeaseSpec
holderIdentity* s
leaseDurationSeconds* i
acquireTime* m
renewTime* m
leaseTransitions* i
@api.core.v1 /v1
=AWSElasticBlockStoreVolumeSource
volumeID!+ s
fsType s
partition i
readOnly b
=Affinity
nodeAffinity* NodeAffinity
podAffinity* PodAffinity
podAntiAffinity* PodAntiAffinity
=AppArmorProfile union:type,localhostProfile
type!+ s|Localhost|RuntimeDefault|Unconfined
localhostProfile* s
=AttachedVolume
name!+ s
devicePath!+ s
=AzureDiskVolumeSource
diskName!+ s
diskURI!+ s
cachingMode* s|None|ReadOnly|ReadWrite
fsType* s
readOnly* b
kind* s|Dedicated|Managed|Shared
=AzureFilePersistentVolumeSource
secretName!+ s
shareName!+ s
readOnly b
secretNamespace!* s
=AzureFileVolumeSource
secretName!+ s
shareName!+ s
readOnly b
=Binding typed kind
metadata meta.ObjectMeta
target!+ ObjectReference
=CSIPersistentVolumeSource
driver!+ s
volumeHandle!+ s
readOnly b
fsType s
volumeAttributes {s}
controllerPublishSecretRef* SecretReference
nodeStageSecretRef* SecretReference
nodePublishSecretRef* SecretReference
controllerExpandSecretRef* SecretReference
nodeExpandSecretRef* SecretReference
=CSIVolumeSource
driver!+ s
readOnly* b
fsType* s
volumeAttributes {s}
nodePublishSecretRef* LocalObjectReference
=Capabilities
add [s]a
drop [s]a
=CephFSPersistentVolumeSource
monitors!+ [s]a
path s
user s
secretFile s
secretRef* SecretReference
readOnly b
=CephFSVolumeSource
monitors!+ [s]a
path s
user s
secretFile s
secretRef* LocalObjectReference
readOnly b
=CinderPersistentVolumeSource
volumeID!+ s
fsType s
readOnly b
secretRef* SecretReference
=CinderVolumeSource
volumeID!+ s
fsType s
readOnly b
secretRef* LocalObjectReference
=ClaimSource
resourceClaimName* s
resourceClaimTemplateName* s
=ClientIPConfig
timeoutSeconds* i
=ClusterTrustBundleProjection
name* s
signerName* s
labelSelector* meta.LabelSelector
optional#5* b
path#4!+ s
=ComponentCondition
type!+ s
status!+ s
message s
error s
=ComponentStatus typed kind
metadata meta.ObjectMeta
conditions [ComponentCondition]mtype ^merge:type
=ComponentStatusList typed kind
metadata meta.ListMeta
items!+ [ComponentStatus]
=ConfigMap typed kind
metadata meta.ObjectMeta
immutable#4* b
data#2 {s}
binaryData {y}
=ConfigMapEnvSource
name#1.1 s=
optional#2* b
=ConfigMapKeySelector atomic
name#1.1 s=
key#2!+ s
optional* b
=ConfigMapList typed kind
metadata meta.ListMeta
items!+ [ConfigMap]
=ConfigMapNodeConfigSource
namespace!+ s
name!+ s
uid s
resourceVersion s
kubeletConfigKey!+ s
=ConfigMapProjection
name#1.1 s=
items#2 [KeyToPath]a
optional#4* b
=ConfigMapVolumeSource
name#1.1 s=
items#2 [KeyToPath]a
defaultMode* i
optional* b
=Container
name!+ s
image s
command [s]a
args [s]a
workingDir s
ports [ContainerPort]mcontainerPort,protocol ^merge:containerPort
envFrom#19 [EnvFromSource]a
env#7 [EnvVar]mname ^merge:name
resources ResourceRequirements
resizePolicy#23 [ContainerResizePolicy]a
restartPolicy* s
volumeMounts#9 [VolumeMount]mmountPath ^merge:mountPath
volumeDevices#21 [VolumeDevice]mdevicePath ^merge:devicePath
livenessProbe#10* Probe
readinessProbe* Probe
startupProbe#22* Probe
lifecycle#12* Lifecycle
terminationMessagePath s
terminationMessagePolicy#20 s|FallbackToLogsOnError|File
imagePullPolicy#14 s|Always|IfNotPresent|Never
securityContext* SecurityContext
stdin b
stdinOnce b
tty b
=ContainerImage
names! [s]a
sizeBytes l
=ContainerPort
name s
hostPort i
containerPort!+ i
protocol s|SCTP|TCP|UDP=TCP
hostIP s
=ContainerResizePolicy
resourceName!+ s
restartPolicy!+ s
=ContainerState
waiting* ContainerStateWaiting
running* ContainerStateRunning
terminated* ContainerStateTerminated
=ContainerStateRunning
startedAt t
=ContainerStateTerminated
exitCode!+ i
signal i
reason s
message s
startedAt t
finishedAt t
containerID s
=ContainerStateWaiting
reason s
message s
=ContainerStatus
name!+ s
state ContainerState
lastState ContainerState
ready!+ b
restartCount!+ i
image!+ s
imageID!+ s
containerID s
started* b
allocatedResources {q}
resources* ResourceRequirements
volumeMounts [VolumeMountStatus]mmountPath ^merge:mountPath
=DaemonEndpoint
Port!+ i
=DownwardAPIProjection
items [DownwardAPIVolumeFile]a
=DownwardAPIVolumeFile
path!+ s
fieldRef* ObjectFieldSelector
resourceFieldRef* ResourceFieldSelector
mode* i
=DownwardAPIVolumeSource
items [DownwardAPIVolumeFile]a
defaultMode* i
=EmptyDirVolumeSource
medium s
sizeLimit* q
=EndpointAddress atomic
ip!+ s
hostname#3 s
nodeName* s
targetRef#2* ObjectReference
=EndpointPort atomic
name s
port!+ i
protocol s|SCTP|TCP|UDP
appProtocol* s
=EndpointSubset
addresses [EndpointAddress]a
notReadyAddresses [EndpointAddress]a
ports [EndpointPort]a
=Endpoints typed kind
metadata meta.ObjectMeta
subsets [EndpointSubset]a
=EndpointsList typed kind
metadata meta.ListMeta
items!+ [Endpoints]
=EnvFromSource
prefix s
configMapRef* ConfigMapEnvSource
secretRef* SecretEnvSource
=EnvVar
name!+ s
value s
valueFrom* EnvVarSource
=EnvVarSource
fieldRef* ObjectFieldSelector
resourceFieldRef* ResourceFieldSelector
configMapKeyRef* ConfigMapKeySelector
secretKeyRef* SecretKeySelector
=EphemeralContainer
name#1.1!+ s
image s
command [s]a
args [s]a
workingDir s
ports [ContainerPort]mcontainerPort,protocol ^merge:containerPort
envFrom#1.19 [EnvFromSource]a
env#1.7 [EnvVar]mname ^merge:name
resources ResourceRequirements
resizePolicy#1.23 [ContainerResizePolicy]a
restartPolicy* s
volumeMounts#1.9 [VolumeMount]mmountPath ^merge:mountPath
volumeDevices#1.21 [VolumeDevice]mdevicePath ^merge:devicePath
livenessProbe#1.10* Probe
readinessProbe* Probe
startupProbe#1.22* Probe
lifecycle#1.12* Lifecycle
terminationMessagePath s
terminationMessagePolicy#1.20 s|FallbackToLogsOnError|File
imagePullPolicy#1.14 s|Always|IfNotPresent|Never
securityContext* SecurityContext
stdin b
stdinOnce b
tty b
targetContainerName#2 s
=EphemeralVolumeSource
volumeClaimTemplate* PersistentVolumeClaimTemplate
=Event typed kind
metadata!+ meta.ObjectMeta
involvedObject!+ ObjectReference
reason s
message s
source EventSource
firstTimestamp t
lastTimestamp t
count i
type s
eventTime m
series* EventSeries
action s
related* ObjectReference
reportingComponent! s
reportingInstance! s
=EventList typed kind
metadata meta.ListMeta
items!+ [Event]
=EventSeries
count i
lastObservedTime m
=EventSource
component s
host s
=ExecAction
command [s]a
=FCVolumeSource
targetWWNs [s]a
lun* i
fsType s
readOnly b
wwids [s]a
=FlexPersistentVolumeSource
driver!+ s
fsType s
secretRef* SecretReference
readOnly b
options {s}
=FlexVolumeSource
driver!+ s
fsType s
secretRef* LocalObjectReference
readOnly b
options {s}
=FlockerVolumeSource
datasetName s
datasetUUID s
=GCEPersistentDiskVolumeSource
pdName!+ s
fsType s
partition i
readOnly b
=GRPCAction
port!+ i
service!* s=
=GitRepoVolumeSource
repository!+ s
revision s
directory s
=GlusterfsPersistentVolumeSource
endpoints!+ s
path!+ s
readOnly b
endpointsNamespace* s
=GlusterfsVolumeSource
endpoints!+ s
path!+ s
readOnly b
=HTTPGetAction
path s
port!+ x
host s
scheme s|HTTP|HTTPS
httpHeaders [HTTPHeader]a
=HTTPHeader
name!+ s
value!+ s
=HostAlias
ip!+ s
hostnames [s]a
=HostIP
ip!+ s
=HostPathVolumeSource
path!+ s
type* s||BlockDevice|CharDevice|Directory|DirectoryOrCreate|File|FileOrCreate|Socket
=ISCSIPersistentVolumeSource
targetPortal!+ s
iqn!+ s
lun!+ i
iscsiInterface s
fsType s
readOnly b
portals [s]a
chapAuthDiscovery b
chapAuthSession#11 b
secretRef#10* SecretReference
initiatorName#12* s
=ISCSIVolumeSource
targetPortal!+ s
iqn!+ s
lun!+ i
iscsiInterface s
fsType s
readOnly b
portals [s]a
chapAuthDiscovery b
chapAuthSession#11 b
secretRef#10* LocalObjectReference
initiatorName#12* s
=KeyToPath
key!+ s
path!+ s
mode* i
=Lifecycle
postStart* LifecycleHandler
preStop* LifecycleHandler
=LifecycleHandler
exec* ExecAction
httpGet* HTTPGetAction
tcpSocket* TCPSocketAction
sleep* SleepAction
=LimitRange typed kind
metadata meta.ObjectMeta
spec LimitRangeSpec
=LimitRangeItem
type!+ s
max {q}
min {q}
default {q}
defaultRequest {q}
maxLimitRequestRatio {q}
=LimitRangeList typed kind
metadata meta.ListMeta
items!+ [LimitRange]
=LimitRangeSpec
limits!+ [LimitRangeItem]a
=LoadBalancerIngress
ip s
hostname s
ipMode* s
ports [PortStatus]a
=LoadBalancerStatus
ingress [LoadBalancerIngress]a
=LocalObjectReference atomic
name s=
=LocalVolumeSource
path!+ s
fsType* s
=ModifyVolumeStatus
targetVolumeAttributesClassName s
status!+ s|InProgress|Infeasible|Pending
=NFSVolumeSource
server!+ s
path!+ s
readOnly b
=Namespace typed kind
metadata meta.ObjectMeta
spec NamespaceSpec
status NamespaceStatus
=NamespaceCondition
type!+ s
status!+ s
lastTransitionTime#4 t
reason s
message s
=NamespaceList typed kind
metadata meta.ListMeta
items!+ [Namespace]
=NamespaceSpec
finalizers [s]a
=NamespaceStatus
phase s|Active|Terminating
conditions [NamespaceCondition]mtype ^merge:type
=Node typed kind
metadata meta.ObjectMeta
spec NodeSpec
status NodeStatus
=NodeAddress
type!+ s
address!+ s
=NodeAffinity
requiredDuringSchedulingIgnoredDuringExecution* NodeSelector
preferredDuringSchedulingIgnoredDuringExecution [PreferredSchedulingTerm]a
=NodeCondition
type!+ s
status!+ s
lastHeartbeatTime t
lastTransitionTime t
reason s
message s
=NodeConfigSource
configMap#2* ConfigMapNodeConfigSource
=NodeConfigStatus
assigned* NodeConfigSource
active* NodeConfigSource
lastKnownGood* NodeConfigSource
error s
=NodeDaemonEndpoints
kubeletEndpoint DaemonEndpoint
=NodeList typed kind
metadata meta.ListMeta
items!+ [Node]
=NodeProxyOptions hidden typed
path s
=NodeRuntimeHandler
name! s
features* NodeRuntimeHandlerFeatures
=NodeRuntimeHandlerFeatures
recursiveReadOnlyMounts* b
=NodeSelector atomic
nodeSelectorTerms!+ [NodeSelectorTerm]a
=NodeSelectorRequirement
key!+ s
operator!+ s|DoesNotExist|Exists|Gt|In|Lt|NotIn
values [s]a
=NodeSelectorTerm atomic
matchExpressions [NodeSelectorRequirement]a
matchFields [NodeSelectorRequirement]a
=NodeSpec
podCIDR s
podCIDRs#7 [s]s ^merge
providerID#3 s
unschedulable b
taints [Taint]a
configSource* NodeConfigSource
externalID#2 s
=NodeStatus
capacity {q}
allocatable {q}
phase s|Pending|Running|Terminated
conditions [NodeCondition]mtype ^merge:type
addresses [NodeAddress]mtype ^merge:type
daemonEndpoints NodeDaemonEndpoints
nodeInfo NodeSystemInfo
images [ContainerImage]a
volumesInUse [s]a
volumesAttached [AttachedVolume]a
config* NodeConfigStatus
runtimeHandlers [NodeRuntimeHandler]a
=NodeSystemInfo
machineID!+ s
systemUUID!+ s
bootID!+ s
kernelVersion!+ s
osImage!+ s
containerRuntimeVersion!+ s
kubeletVersion!+ s
kubeProxyVersion!+ s
operatingSystem!+ s
architecture!+ s
=ObjectFieldSelector atomic
apiVersion s
fieldPath!+ s
=ObjectReference atomic
kind s
namespace s
name s
uid s
apiVersion s
resourceVersion s
fieldPath s
=PersistentVolume typed kind
metadata meta.ObjectMeta
spec PersistentVolumeSpec
status PersistentVolumeStatus
=PersistentVolumeClaim typed kind
metadata meta.ObjectMeta
spec PersistentVolumeClaimSpec
status PersistentVolumeClaimStatus
=PersistentVolumeClaimCondition
type!+ s
status!+ s
lastProbeTime t
lastTransitionTime t
reason s
message s
=PersistentVolumeClaimList typed kind
metadata meta.ListMeta
items!+ [PersistentVolumeClaim]
=PersistentVolumeClaimSpec
accessModes [s|ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod]a
selector#4* meta.LabelSelector
resources#2 VolumeResourceRequirements
volumeName s
storageClassName#5* s
volumeMode* s|Block|Filesystem
dataSource* TypedLocalObjectReference
dataSourceRef* TypedObjectReference
volumeAttributesClassName* s
=PersistentVolumeClaimStatus
phase s|Bound|Lost|Pending
accessModes [s|ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod]a
capacity {q}
conditions [PersistentVolumeClaimCondition]mtype ^merge:type
allocatedResources {q}
allocatedResourceStatuses#7 {s|ControllerResizeFailed|ControllerResizeInProgress|NodeResizeFailed|NodeResizeInProgress|NodeResizePending}g
currentVolumeAttributesClassName* s
modifyVolumeStatus* ModifyVolumeStatus
=PersistentVolumeClaimTemplate
metadata meta.ObjectMeta
spec!+ PersistentVolumeClaimSpec
=PersistentVolumeClaimVolumeSource
claimName!+ s
readOnly b
=PersistentVolumeList typed kind
metadata meta.ListMeta
items!+ [PersistentVolume]
=PersistentVolumeSpec
capacity {q}
gcePersistentDisk#2.1* GCEPersistentDiskVolumeSource
awsElasticBlockStore* AWSElasticBlockStoreVolumeSource
hostPath* HostPathVolumeSource
glusterfs* GlusterfsPersistentVolumeSource
nfs* NFSVolumeSource
rbd* RBDPersistentVolumeSource
iscsi* ISCSIPersistentVolumeSource
cinder* CinderPersistentVolumeSource
cephfs* CephFSPersistentVolumeSource
fc* FCVolumeSource
flocker* FlockerVolumeSource
flexVolume* FlexPersistentVolumeSource
azureFile* AzureFilePersistentVolumeSource
vsphereVolume* VsphereVirtualDiskVolumeSource
quobyte* QuobyteVolumeSource
azureDisk* AzureDiskVolumeSource
photonPersistentDisk* PhotonPersistentDiskVolumeSource
portworxVolume* PortworxVolumeSource
scaleIO* ScaleIOPersistentVolumeSource
local* LocalVolumeSource
storageos* StorageOSPersistentVolumeSource
csi* CSIPersistentVolumeSource
accessModes#3 [s|ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod]a
claimRef* ObjectReference~g
persistentVolumeReclaimPolicy s|Delete|Recycle|Retain
storageClassName s
mountOptions [s]a
volumeMode* s|Block|Filesystem
nodeAffinity* VolumeNodeAffinity
volumeAttributesClassName* s
=PersistentVolumeStatus
phase s|Available|Bound|Failed|Pending|Released
message s
reason s
lastPhaseTransitionTime* t
=PhotonPersistentDiskVolumeSource
pdID!+ s
fsType s
=Pod typed kind
metadata meta.ObjectMeta
spec PodSpec
status PodStatus
=PodAffinity
requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm]a
preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm]a
=PodAffinityTerm
labelSelector* meta.LabelSelector
namespaces [s]a
topologyKey!+ s
namespaceSelector* meta.LabelSelector
matchLabelKeys [s]a
mismatchLabelKeys [s]a
=PodAntiAffinity
requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm]a
preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm]a
=PodAttachOptions hidden typed
stdin b
stdout b
stderr b
tty b
container s
=PodCondition
type!+ s
status!+ s
lastProbeTime t
lastTransitionTime t
reason s
message s
=PodDNSConfig
nameservers [s]a
searches [s]a
options [PodDNSConfigOption]a
=PodDNSConfigOption
name s
value* s
=PodExecOptions hidden typed
stdin b
stdout b
stderr b
tty b
container s
command! [s]
=PodIP
ip!+ s
=PodList typed kind
metadata meta.ListMeta
items!+ [Pod]
=PodLogOptions hidden typed
container s
follow b
previous b
sinceSeconds* l
sinceTime* t
timestamps b
tailLines* l
limitBytes* l
insecureSkipTLSVerifyBackend b
=PodOS
name!+ s
=PodPortForwardOptions hidden typed
ports [i]
=PodProxyOptions hidden typed
path s
=PodReadinessGate
conditionType!+ s
=PodResourceClaim
name!+ s
source ClaimSource
=PodResourceClaimStatus
name!+ s
resourceClaimName* s
=PodSchedulingGate
name!+ s
=PodSecurityContext
seLinuxOptions* SELinuxOptions
windowsOptions#8* WindowsSecurityContextOptions
runAsUser#2* l
runAsGroup#6* l
runAsNonRoot#3* b
supplementalGroups [l]a
fsGroup* l
sysctls#7 [Sysctl]a
fsGroupChangePolicy#9* s|Always|OnRootMismatch
seccompProfile* SeccompProfile
appArmorProfile* AppArmorProfile
=PodSpec
volumes [Volume]mname ^merge,retainKeys:name
initContainers#20 [Container]mname ^merge:name
containers#2!+ [Container]mname ^merge:name
ephemeralContainers#34 [EphemeralContainer]mname ^merge:name
restartPolicy#3 s|Always|Never|OnFailure
terminationGracePeriodSeconds* l
activeDeadlineSeconds* l
dnsPolicy s|ClusterFirst|ClusterFirstWithHostNet|Default|None
nodeSelector {s}a
serviceAccountName s
serviceAccount s
automountServiceAccountToken#21* b
nodeName#10 s
hostNetwork b
hostPID b
hostIPC b
shareProcessNamespace#27* b
securityContext#14* PodSecurityContext
imagePullSecrets [LocalObjectReference]mname ^merge:name
hostname s
subdomain s
affinity* Affinity
schedulerName s
tolerations#22 [Toleration]a
hostAliases [HostAlias]mip ^merge:ip
priorityClassName s
priority* i
dnsConfig* PodDNSConfig
readinessGates#28 [PodReadinessGate]a
runtimeClassName* s
enableServiceLinks* b
preemptionPolicy* s|Never|PreemptLowerPriority
overhead {q}
topologySpreadConstraints [TopologySpreadConstraint]mtopologyKey,whenUnsatisfiable ^merge:topologyKey
setHostnameAsFQDN#35* b
os* PodOS
hostUsers* b
schedulingGates [PodSchedulingGate]mname ^merge:name
resourceClaims [PodResourceClaim]mname ^merge,retainKeys:name
=PodStatus
phase s|Failed|Pending|Running|Succeeded|Unknown
conditions [PodCondition]mtype ^merge:type
message s
reason s
nominatedNodeName#11 s
hostIP#5 s
hostIPs#16 [HostIP]a ^merge:ip
podIP#6 s
podIPs#12 [PodIP]mip ^merge:ip
startTime#7* t
initContainerStatuses#10 [ContainerStatus]a
containerStatuses#8 [ContainerStatus]a
qosClass s|BestEffort|Burstable|Guaranteed
ephemeralContainerStatuses#13 [ContainerStatus]a
resize s
resourceClaimStatuses [PodResourceClaimStatus]mname ^merge,retainKeys:name
=PodStatusResult hidden typed
metadata meta.ObjectMeta
status PodStatus
=PodTemplate typed kind
metadata meta.ObjectMeta
template PodTemplateSpec
=PodTemplateList typed kind
metadata meta.ListMeta
items!+ [PodTemplate]
=PodTemplateSpec
metadata meta.ObjectMeta
spec PodSpec
=PortStatus
port!+ i
protocol!+ s|SCTP|TCP|UDP
error* s
=PortworxVolumeSource
volumeID!+ s
fsType s
readOnly b
=PreferredSchedulingTerm
weight!+ i
preference!+ NodeSelectorTerm
=Probe
exec#1.1* ExecAction
httpGet* HTTPGetAction
tcpSocket* TCPSocketAction
grpc* GRPCAction
initialDelaySeconds#2 i
timeoutSeconds i
periodSeconds i
successThreshold i
failureThreshold i
terminationGracePeriodSeconds* l
=ProjectedVolumeSource
sources! [VolumeProjection]a
defaultMode* i
=QuobyteVolumeSource
registry!+ s
volume!+ s
readOnly b
user s
group s
tenant s
=RBDPersistentVolumeSource
monitors!+ [s]a
image!+ s
fsType s
pool s
user s
keyring s
secretRef* SecretReference
readOnly b
=RBDVolumeSource
monitors!+ [s]a
image!+ s
fsType s
pool s
user s
keyring s
secretRef* LocalObjectReference
readOnly b
=RangeAllocation hidden typed
metadata meta.ObjectMeta
range! s
data! y
=ReplicationController typed kind
metadata meta.ObjectMeta
spec ReplicationControllerSpec
status ReplicationControllerStatus
=ReplicationControllerCondition
type!+ s
status!+ s
lastTransitionTime t
reason s
message s
=ReplicationControllerList typed kind
metadata meta.ListMeta
items!+ [ReplicationController]
=ReplicationControllerSpec
replicas* i
minReadySeconds#4 i
selector#2 {s}a
template* PodTemplateSpec
=ReplicationControllerStatus
replicas!+ i
fullyLabeledReplicas i
readyReplicas#4 i
availableReplicas i
observedGeneration#3 l
conditions#6 [ReplicationControllerCondition]mtype ^merge:type
=ResourceClaim
name!+ s
=ResourceFieldSelector atomic
containerName s
resource!+ s
divisor q
=ResourceQuota typed kind
metadata meta.ObjectMeta
spec ResourceQuotaSpec
status ResourceQuotaStatus
=ResourceQuotaList typed kind
metadata meta.ListMeta
items!+ [ResourceQuota]
=ResourceQuotaSpec
hard {q}
scopes [s|BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating]a
scopeSelector* ScopeSelector
=ResourceQuotaStatus
hard {q}
used {q}
=ResourceRequirements
limits {q}
requests {q}
claims [ResourceClaim]mname
=SELinuxOptions
user s
role s
type s
level s
=ScaleIOPersistentVolumeSource
gateway!+ s
system!+ s
secretRef!*+ SecretReference
sslEnabled b
protectionDomain s
storagePool s
storageMode s
volumeName s
fsType s
readOnly b
=ScaleIOVolumeSource
gateway!+ s
system!+ s
secretRef!*+ LocalObjectReference
sslEnabled b
protectionDomain s
storagePool s
storageMode s
volumeName s
fsType s
readOnly b
=ScopeSelector atomic
matchExpressions [ScopedResourceSelectorRequirement]a
=ScopedResourceSelectorRequirement
scopeName!+ s|BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating
operator!+ s|DoesNotExist|Exists|In|NotIn
values [s]a
=SeccompProfile union:type,localhostProfile
type!+ s|Localhost|RuntimeDefault|Unconfined
localhostProfile* s
=Secret typed kind
metadata meta.ObjectMeta
immutable#5* b
data#2 {y}
stringData#4 {s}
type#3 s
=SecretEnvSource
name#1.1 s=
optional#2* b
=SecretKeySelector atomic
name#1.1 s=
key#2!+ s
optional* b
=SecretList typed kind
metadata meta.ListMeta
items!+ [Secret]
=SecretProjection
name#1.1 s=
items#2 [KeyToPath]a
optional#4* b
=SecretReference atomic
name s
namespace s
=SecretVolumeSource
secretName s
items [KeyToPath]a
defaultMode* i
optional* b
=SecurityContext
capabilities* Capabilities
privileged* b
seLinuxOptions* SELinuxOptions
windowsOptions#10* WindowsSecurityContextOptions
runAsUser#4* l
runAsGroup#8* l
runAsNonRoot#5* b
readOnlyRootFilesystem* b
allowPrivilegeEscalation* b
procMount#9* s|Default|Unmasked
seccompProfile#11* SeccompProfile
appArmorProfile* AppArmorProfile
=SerializedReference hidden typed
reference ObjectReference
=Service typed kind
metadata meta.ObjectMeta
spec ServiceSpec
status ServiceStatus
=ServiceAccount typed kind
metadata meta.ObjectMeta
secrets [ObjectReference]mname ^merge:name
imagePullSecrets [LocalObjectReference]a
automountServiceAccountToken* b
=ServiceAccountList typed kind
metadata meta.ListMeta
items!+ [ServiceAccount]
=ServiceAccountTokenProjection
audience s
expirationSeconds* l
path!+ s
=ServiceList typed kind
metadata meta.ListMeta
items!+ [Service]
=ServicePort
name s
protocol s|SCTP|TCP|UDP=TCP
appProtocol#6* s
port#3!+ i
targetPort x
nodePort i
=ServiceProxyOptions hidden typed
path s
=ServiceSpec
ports [ServicePort]mport,protocol ^merge:port
selector {s}a
clusterIP s
clusterIPs#18 [s]a
type#4 s|ClusterIP|ExternalName|LoadBalancer|NodePort
externalIPs [s]a
sessionAffinity#7 s|ClientIP|None
loadBalancerIP s
loadBalancerSourceRanges [s]a
externalName s
externalTrafficPolicy s|Cluster|Local
healthCheckNodePort i
publishNotReadyAddresses b
sessionAffinityConfig* SessionAffinityConfig
ipFamilies#19 [s||IPv4|IPv6]a
ipFamilyPolicy#17* s|PreferDualStack|RequireDualStack|SingleStack
allocateLoadBalancerNodePorts#20* b
loadBalancerClass* s
internalTrafficPolicy* s|Cluster|Local
trafficDistribution* s
=ServiceStatus
loadBalancer LoadBalancerStatus
conditions [meta.Condition]mtype ^merge:type
=SessionAffinityConfig
clientIP* ClientIPConfig
=SleepAction
seconds!+ l
=StorageOSPersistentVolumeSource
volumeName s
volumeNamespace s
fsType s
readOnly b
secretRef* ObjectReference
=StorageOSVolumeSource
volumeName s
volumeNamespace s
fsType s
readOnly b
secretRef* LocalObjectReference
=Sysctl
name!+ s
value!+ s
=TCPSocketAction
port!+ x
host s
=Taint
key!+ s
value s
effect!+ s|NoExecute|NoSchedule|PreferNoSchedule
timeAdded* t
=Toleration
key s
operator s|Equal|Exists
value s
effect s|NoExecute|NoSchedule|PreferNoSchedule
tolerationSeconds* l
=TopologySelectorLabelRequirement
key!+ s
values!+ [s]a
=TopologySelectorTerm atomic
matchLabelExpressions [TopologySelectorLabelRequirement]a
=TopologySpreadConstraint
maxSkew!+ i
topologyKey!+ s
whenUnsatisfiable!+ s|DoNotSchedule|ScheduleAnyway
labelSelector* meta.LabelSelector
minDomains* i
nodeAffinityPolicy* s|Honor|Ignore
nodeTaintsPolicy* s|Honor|Ignore
matchLabelKeys [s]a
=TypedLocalObjectReference atomic
apiGroup!* s
kind!+ s
name!+ s
=TypedObjectReference
apiGroup!* s
kind!+ s
name!+ s
namespace* s
=Volume
name!+ s
hostPath#2.1* HostPathVolumeSource
emptyDir* EmptyDirVolumeSource
gcePersistentDisk* GCEPersistentDiskVolumeSource
awsElasticBlockStore* AWSElasticBlockStoreVolumeSource
gitRepo* GitRepoVolumeSource
secret* SecretVolumeSource
nfs* NFSVolumeSource
iscsi* ISCSIVolumeSource
glusterfs* GlusterfsVolumeSource
persistentVolumeClaim* PersistentVolumeClaimVolumeSource
rbd* RBDVolumeSource
flexVolume* FlexVolumeSource
cinder* CinderVolumeSource
cephfs* CephFSVolumeSource
flocker* FlockerVolumeSource
downwardAPI* DownwardAPIVolumeSource
fc* FCVolumeSource
azureFile* AzureFileVolumeSource
configMap* ConfigMapVolumeSource
vsphereVolume* VsphereVirtualDiskVolumeSource
quobyte* QuobyteVolumeSource
azureDisk* AzureDiskVolumeSource
photonPersistentDisk* PhotonPersistentDiskVolumeSource
projected#2.26* ProjectedVolumeSource
portworxVolume#2.24* PortworxVolumeSource
scaleIO* ScaleIOVolumeSource
storageos#2.27* StorageOSVolumeSource
csi* CSIVolumeSource
ephemeral* EphemeralVolumeSource
=VolumeDevice
name!+ s
devicePath!+ s
=VolumeMount
name!+ s
readOnly b
recursiveReadOnly#7* s
mountPath#3!+ s
subPath s
mountPropagation* s|Bidirectional|HostToContainer|None
subPathExpr s
=VolumeMountStatus
name!+ s
mountPath!+ s
readOnly b
recursiveReadOnly* s
=VolumeNodeAffinity
required* NodeSelector
=VolumeProjection
secret* SecretProjection
downwardAPI* DownwardAPIProjection
configMap* ConfigMapProjection
serviceAccountToken* ServiceAccountTokenProjection
clusterTrustBundle* ClusterTrustBundleProjection
=VolumeResourceRequirements
limits {q}
requests {q}
=VsphereVirtualDiskVolumeSource
volumePath!+ s
fsType s
storagePolicyName s
storagePolicyID s
=WeightedPodAffinityTerm
weight!+ i
podAffinityTerm!+ PodAffinityTerm
=WindowsSecurityContextOptions
gmsaCredentialSpecName* s
gmsaCredentialSpec* s
runAsUserName* s
hostProcess* b
@api.discovery.v1 discovery.{domain}/v1
=Endpoint
addresses!+ [s]s
conditions EndpointConditions
hostname* s
targetRef* core.ObjectReference
deprecatedTopology {s}
nodeName* s
zone* s
hints* EndpointHints
=EndpointConditions
ready* b
serving* b
terminating* b
=EndpointHints
forZones [ForZone]a
=EndpointPort atomic
name* s
protocol* s|SCTP|TCP|UDP
port* i
appProtocol* s
=EndpointSlice typed kind
metadata meta.ObjectMeta
addressType#4!+ s|FQDN|IPv4|IPv6
endpoints#2!+ [Endpoint]a
ports! [EndpointPort]a
=EndpointSliceList typed kind
metadata meta.ListMeta
items!+ [EndpointSlice]
=ForZone
name!+ s
@api.events.v1 events.{domain}/v1
=Event typed kind
metadata! meta.ObjectMeta
eventTime!+ m
series* EventSeries
reportingController s
reportingInstance s
action s
reason s
regarding core.ObjectReference
related* core.ObjectReference
note s
type s
deprecatedSource core.EventSource
deprecatedFirstTimestamp t
deprecatedLastTimestamp t
deprecatedCount i
=EventList typed kind
metadata meta.ListMeta
items!+ [Event]
=EventSeries
count!+ i
lastObservedTime!+ m
@api.flowcontrol.v1 flowcontrol.{apiserver}{domain}/v1
=ExemptPriorityLevelConfiguration
nominalConcurrencyShares* i
lendablePercent* i
=FlowDistinguisherMethod
type!+ s
=FlowSchema typed kind
metadata meta.ObjectMeta
spec FlowSchemaSpec
status FlowSchemaStatus
=FlowSchemaCondition
type s
status s
lastTransitionTime t
reason s
message s
=FlowSchemaList typed kind
metadata meta.ListMeta
items!+ [FlowSchema]
=FlowSchemaSpec
priorityLevelConfiguration!+ PriorityLevelConfigurationReference
matchingPrecedence! i
distinguisherMethod* FlowDistinguisherMethod
rules [PolicyRulesWithSubjects]a
=FlowSchemaStatus
conditions [FlowSchemaCondition]mtype ^merge:type
=GroupSubject
name!+ s
=LimitResponse union:type,queuing
type!+ s
queuing* QueuingConfiguration
=LimitedPriorityLevelConfiguration
nominalConcurrencyShares!* i
limitResponse LimitResponse
lendablePercent* i
borrowingLimitPercent* i
=NonResourcePolicyRule
verbs!+ [s]s
nonResourceURLs#6!+ [s]s
=PolicyRulesWithSubjects
subjects!+ [Subject]a
resourceRules [ResourcePolicyRule]a
nonResourceRules [NonResourcePolicyRule]a
=PriorityLevelConfiguration typed kind
metadata meta.ObjectMeta
spec PriorityLevelConfigurationSpec
status PriorityLevelConfigurationStatus
=PriorityLevelConfigurationCondition
type s
status s
lastTransitionTime t
reason s
message s
=PriorityLevelConfigurationList typed kind
metadata meta.ListMeta
items!+ [PriorityLevelConfiguration]
=PriorityLevelConfigurationReference
name!+ s
=PriorityLevelConfigurationSpec union:type,exempt,limited
type!+ s
limited* LimitedPriorityLevelConfiguration
exempt* ExemptPriorityLevelConfiguration
=PriorityLevelConfigurationStatus
conditions [PriorityLevelConfigurationCondition]mtype ^merge:type
=QueuingConfiguration
queues! i
handSize! i
queueLengthLimit! i
=ResourcePolicyRule
verbs!+ [s]s
apiGroups!+ [s]s
resources!+ [s]s
clusterScope b
namespaces! [s]s
=ServiceAccountSubject
namespace!+ s
name!+ s
=Subject union:kind,group,serviceAccount,user
kind!+ s
user* UserSubject
group* GroupSubject
serviceAccount* ServiceAccountSubject
=UserSubject
name!+ s
@api.flowcontrol.v1beta3 flowcontrol.{apiserver}{domain}/v1beta3
=ExemptPriorityLevelConfiguration
nominalConcurrencyShares* i
lendablePercent* i
=FlowDistinguisherMethod
type!+ s
=FlowSchema typed kind
metadata meta.ObjectMeta
spec FlowSchemaSpec
status FlowSchemaStatus
=FlowSchemaCondition
type s
status s
lastTransitionTime t
reason s
message s
=FlowSchemaList typed kind
metadata meta.ListMeta
items!+ [FlowSchema]
=FlowSchemaSpec
priorityLevelConfiguration!+ PriorityLevelConfigurationReference
matchingPrecedence! i
distinguisherMethod* FlowDistinguisherMethod
rules [PolicyRulesWithSubjects]a
=FlowSchemaStatus
conditions [FlowSchemaCondition]mtype ^merge:type
=GroupSubject
name!+ s
=LimitResponse union:type,queuing
type!+ s
queuing* QueuingConfiguration
=LimitedPriorityLevelConfiguration
nominalConcurrencyShares! i
limitResponse LimitResponse
lendablePercent* i
borrowingLimitPercent* i
=NonResourcePolicyRule
verbs!+ [s]s
nonResourceURLs#6!+ [s]s
=PolicyRulesWithSubjects
subjects!+ [Subject]a
resourceRules [ResourcePolicyRule]a
nonResourceRules [NonResourcePolicyRule]a
=PriorityLevelConfiguration typed kind
metadata meta.ObjectMeta
spec PriorityLevelConfigurationSpec
status PriorityLevelConfigurationStatus
=PriorityLevelConfigurationCondition
type s
status s
lastTransitionTime t
reason s
message s
=PriorityLevelConfigurationList typed kind
metadata meta.ListMeta
items!+ [PriorityLevelConfiguration]
=PriorityLevelConfigurationReference
name!+ s
=PriorityLevelConfigurationSpec union:type,exempt,limited
type!+ s
limited* LimitedPriorityLevelConfiguration
exempt* ExemptPriorityLevelConfiguration
=PriorityLevelConfigurationStatus
conditions [PriorityLevelConfigurationCondition]mtype ^merge:type
=QueuingConfiguration
queues! i
handSize! i
queueLengthLimit! i
=ResourcePolicyRule
verbs!+ [s]s
apiGroups!+ [s]s
resources!+ [s]s
clusterScope b
namespaces! [s]s
=ServiceAccountSubject
namespace!+ s
name!+ s
=Subject union:kind,group,serviceAccount,user
kind!+ s
user* UserSubject
group* GroupSubject
serviceAccount* ServiceAccountSubject
=UserSubject
name!+ s
@api.imagepolicy.v1alpha1
=ImageReview hidden typed
metadata meta.ObjectMeta
spec! ImageReviewSpec
status ImageReviewStatus
=ImageReviewContainerSpec hidden
image s
=ImageReviewSpec hidden
containers [ImageReviewContainerSpec]
annotations {s}
namespace s
=ImageReviewStatus hidden
allowed! b
reason s
auditAnnotations {s}
@api.networking.v1 networking.{domain}/v1
=HTTPIngressPath
path s
pathType#3!*+ s|Exact|ImplementationSpecific|Prefix
backend#2!+ IngressBackend
=HTTPIngressRuleValue
paths!+ [HTTPIngressPath]a
=IPBlock
cidr!+ s
except [s]a
=Ingress typed kind
metadata meta.ObjectMeta
spec IngressSpec
status IngressStatus
=IngressBackend
service#4* IngressServiceBackend
resource#3* core.TypedLocalObjectReference
=IngressClass typed kind
metadata meta.ObjectMeta
spec IngressClassSpec
=IngressClassList typed kind
metadata meta.ListMeta
items!+ [IngressClass]
=IngressClassParametersReference
apiGroup* s
kind!+ s
name!+ s
scope!* s
namespace* s
=IngressClassSpec
controller s
parameters* IngressClassParametersReference
=IngressList typed kind
metadata meta.ListMeta
items!+ [Ingress]
=IngressLoadBalancerIngress
ip s
hostname s
ports#4 [IngressPortStatus]a
=IngressLoadBalancerStatus
ingress [IngressLoadBalancerIngress]a
=IngressPortStatus
port!+ i
protocol!+ s|SCTP|TCP|UDP
error* s
=IngressRule
host s
http#2.1* HTTPIngressRuleValue
=IngressServiceBackend
name!+ s
port ServiceBackendPort
=IngressSpec
ingressClassName#4* s
defaultBackend#1* IngressBackend
tls [IngressTLS]a
rules [IngressRule]a
=IngressStatus
loadBalancer IngressLoadBalancerStatus
=IngressTLS
hosts [s]a
secretName s
=NetworkPolicy typed kind
metadata meta.ObjectMeta
spec NetworkPolicySpec
=NetworkPolicyEgressRule
ports [NetworkPolicyPort]a
to [NetworkPolicyPeer]a
=NetworkPolicyIngressRule
ports [NetworkPolicyPort]a
from [NetworkPolicyPeer]a
=NetworkPolicyList typed kind
metadata meta.ListMeta
items!+ [NetworkPolicy]
=NetworkPolicyPeer
podSelector* meta.LabelSelector
namespaceSelector* meta.LabelSelector
ipBlock* IPBlock
=NetworkPolicyPort
protocol* s|SCTP|TCP|UDP
port* x
endPort* i
=NetworkPolicySpec
podSelector!+ meta.LabelSelector
ingress [NetworkPolicyIngressRule]a
egress [NetworkPolicyEgressRule]a
policyTypes [s|Egress|Ingress]a
=ServiceBackendPort
name s
number i
@api.networking.v1alpha1 networking.{domain}/v1alpha1 all
=IPAddress typed kind
metadata meta.ObjectMeta
spec IPAddressSpec
=IPAddressList typed kind
metadata meta.ListMeta
items!+ [IPAddress]
=IPAddressSpec
parentRef*+ ParentReference
=ParentReference
group s
resource+ s
namespace s
name+ s
=ServiceCIDR typed kind
metadata meta.ObjectMeta
spec ServiceCIDRSpec
status ServiceCIDRStatus
=ServiceCIDRList typed kind
metadata meta.ListMeta
items!+ [ServiceCIDR]
=ServiceCIDRSpec
cidrs [s]a
=ServiceCIDRStatus
conditions [meta.Condition]mtype ^merge:type
@api.node.v1 node.{domain}/v1
=Overhead
podFixed {q}
=RuntimeClass typed kind
metadata meta.ObjectMeta
handler!+ s
overhead* Overhead
scheduling* Scheduling
=RuntimeClassList typed kind
metadata meta.ListMeta
items!+ [RuntimeClass]
=Scheduling
nodeSelector {s}a
tolerations [core.Toleration]a
@api.policy.v1 policy/v1
=Eviction typed kind
metadata meta.ObjectMeta
deleteOptions* meta.DeleteOptions
=PodDisruptionBudget typed kind
metadata meta.ObjectMeta
spec PodDisruptionBudgetSpec
status PodDisruptionBudgetStatus
=PodDisruptionBudgetList typed kind
metadata meta.ListMeta
items!+ [PodDisruptionBudget]
=PodDisruptionBudgetSpec
minAvailable* x
selector* meta.LabelSelector ^replace
maxUnavailable* x
unhealthyPodEvictionPolicy* s|AlwaysAllow|IfHealthyBudget
=PodDisruptionBudgetStatus
observedGeneration l
disruptedPods {t}
disruptionsAllowed!+ i
currentHealthy!+ i
desiredHealthy!+ i
expectedPods!+ i
conditions [meta.Condition]mtype ^merge:type
@api.rbac.v1 rbac.authorization.{domain}/v1
=AggregationRule
clusterRoleSelectors [meta.LabelSelector]a
=ClusterRole typed kind
metadata meta.ObjectMeta
rules! [PolicyRule]a
aggregationRule* AggregationRule
=ClusterRoleBinding typed kind
metadata meta.ObjectMeta
subjects [Subject]a
roleRef!+ RoleRef
=ClusterRoleBindingList typed kind
metadata meta.ListMeta
items!+ [ClusterRoleBinding]
=ClusterRoleList typed kind
metadata meta.ListMeta
items!+ [ClusterRole]
=PolicyRule
verbs!+ [s]a
apiGroups [s]a
resources [s]a
resourceNames [s]a
nonResourceURLs [s]a
=Role typed kind
metadata meta.ObjectMeta
rules! [PolicyRule]a
=RoleBinding typed kind
metadata meta.ObjectMeta
subjects [Subject]a
roleRef!+ RoleRef
=RoleBindingList typed kind
metadata meta.ListMeta
items!+ [RoleBinding]
=RoleList typed kind
metadata meta.ListMeta
items!+ [Role]
=RoleRef atomic
apiGroup!+ s
kind!+ s
name!+ s
=Subject atomic
kind!+ s
apiGroup s
name!+ s
namespace s
@api.resource.v1alpha2 resource.{domain}/v1alpha2 all
=AllocationResult
resourceHandles [ResourceHandle]a
availableOnNodes* core.NodeSelector
shareable b
=DriverAllocationResult
vendorRequestParameters R
namedResources#2.1* NamedResourcesAllocationResult
=DriverRequests
driverName s
vendorParameters R
requests [ResourceRequest]a
=NamedResourcesAllocationResult
name!+ s
=NamedResourcesAttribute
name!+ s
quantity#2.6* q
bool#2.2* b
int#2.7* l
intSlice* NamedResourcesIntSlice
string#2.5* s
stringSlice#2.9* NamedResourcesStringSlice
version* s
=NamedResourcesFilter
selector!+ s
=NamedResourcesInstance
name!+ s
attributes [NamedResourcesAttribute]a
=NamedResourcesIntSlice
ints!+ [l]a
=NamedResourcesRequest
selector!+ s
=NamedResourcesResources
instances!+ [NamedResourcesInstance]a
=NamedResourcesStringSlice
strings!+ [s]a
=PodSchedulingContext typed kind
metadata meta.ObjectMeta
spec!+ PodSchedulingContextSpec
status PodSchedulingContextStatus
=PodSchedulingContextList typed kind
metadata meta.ListMeta
items!+ [PodSchedulingContext]
=PodSchedulingContextSpec
selectedNode s
potentialNodes [s]a
=PodSchedulingContextStatus
resourceClaims [ResourceClaimSchedulingStatus]mname
=ResourceClaim typed kind
metadata meta.ObjectMeta
spec!+ ResourceClaimSpec
status ResourceClaimStatus
=ResourceClaimConsumerReference
apiGroup s
resource#3!+ s
name!+ s
uid!+ s
=ResourceClaimList typed kind
metadata meta.ListMeta
items!+ [ResourceClaim]
=ResourceClaimParameters typed kind
metadata meta.ObjectMeta
generatedFrom* ResourceClaimParametersReference
shareable b
driverRequests [DriverRequests]a
=ResourceClaimParametersList typed kind
metadata meta.ListMeta
items!+ [ResourceClaimParameters]
=ResourceClaimParametersReference
apiGroup s
kind!+ s
name!+ s
=ResourceClaimSchedulingStatus
name s
unsuitableNodes [s]a
=ResourceClaimSpec
resourceClassName!+ s
parametersRef* ResourceClaimParametersReference
allocationMode s
=ResourceClaimStatus
driverName s
allocation* AllocationResult
reservedFor [ResourceClaimConsumerReference]muid ^merge:uid
deallocationRequested b
=ResourceClaimTemplate typed kind
metadata meta.ObjectMeta
spec!+ ResourceClaimTemplateSpec
=ResourceClaimTemplateList typed kind
metadata meta.ListMeta
items!+ [ResourceClaimTemplate]
=ResourceClaimTemplateSpec
metadata meta.ObjectMeta
spec!+ ResourceClaimSpec
=ResourceClass typed kind
metadata meta.ObjectMeta
driverName!+ s
parametersRef* ResourceClassParametersReference
suitableNodes* core.NodeSelector
structuredParameters* b
=ResourceClassList typed kind
metadata meta.ListMeta
items!+ [ResourceClass]
=ResourceClassParameters typed kind
metadata meta.ObjectMeta
generatedFrom* ResourceClassParametersReference
vendorParameters [VendorParameters]a
filters [ResourceFilter]a
=ResourceClassParametersList typed kind
metadata meta.ListMeta
items!+ [ResourceClassParameters]
=ResourceClassParametersReference
apiGroup s
kind!+ s
name!+ s
namespace s
=ResourceFilter
driverName s
namedResources#2.1* NamedResourcesFilter
=ResourceHandle
driverName s
data s
structuredData#5* StructuredResourceHandle
=ResourceRequest
vendorParameters R
namedResources#2.1* NamedResourcesRequest
=ResourceSlice typed kind
metadata meta.ObjectMeta
nodeName s
driverName!+ s
namedResources#4.1* NamedResourcesResources
=ResourceSliceList typed kind
metadata meta.ListMeta
items!+ [ResourceSlice]
=StructuredResourceHandle
vendorClassParameters R
vendorClaimParameters R
nodeName#4 s
results!+ [DriverAllocationResult]a
=VendorParameters
driverName s
parameters R
@api.scheduling.v1 scheduling.{domain}/v1
=PriorityClass typed kind
metadata meta.ObjectMeta
value!+ i
globalDefault b
description s
preemptionPolicy* s|Never|PreemptLowerPriority
=PriorityClassList typed kind
metadata meta.ListMeta
items!+ [PriorityClass]
@api.storage.v1 storage.{domain}/v1
=CSIDriver typed kind
metadata meta.ObjectMeta
spec!+ CSIDriverSpec
=CSIDriverList typed kind
metadata meta.ListMeta
items!+ [CSIDriver]
=CSIDriverSpec
attachRequired* b
podInfoOnMount* b
volumeLifecycleModes [s]s
storageCapacity* b
fsGroupPolicy* s
tokenRequests [TokenRequest]a
requiresRepublish* b
seLinuxMount* b
=CSINode typed kind
metadata meta.ObjectMeta
spec!+ CSINodeSpec
=CSINodeDriver
name!+ s
nodeID!+ s
topologyKeys! [s]a
allocatable* VolumeNodeResources
=CSINodeList typed kind
metadata meta.ListMeta
items!+ [CSINode]
=CSINodeSpec
drivers!+ [CSINodeDriver]mname ^merge:name
=CSIStorageCapacity typed kind
metadata meta.ObjectMeta
nodeTopology* meta.LabelSelector
storageClassName!+ s
capacity* q
maximumVolumeSize* q
=CSIStorageCapacityList typed kind
metadata meta.ListMeta
items!+ [CSIStorageCapacity]
=StorageClass typed kind
metadata meta.ObjectMeta
provisioner!+ s
parameters {s}
reclaimPolicy* s|Delete|Recycle|Retain
mountOptions [s]a
allowVolumeExpansion* b
volumeBindingMode* s|Immediate|WaitForFirstConsumer
allowedTopologies [core.TopologySelectorTerm]a
=StorageClassList typed kind
metadata meta.ListMeta
items!+ [StorageClass]
=TokenRequest
audience!+ s
expirationSeconds* l
=VolumeAttachment typed kind
metadata meta.ObjectMeta
spec!+ VolumeAttachmentSpec
status VolumeAttachmentStatus
=VolumeAttachmentList typed kind
metadata meta.ListMeta
items!+ [VolumeAttachment]
=VolumeAttachmentSource
persistentVolumeName* s
inlineVolumeSpec* core.PersistentVolumeSpec
=VolumeAttachmentSpec
attacher!+ s
source!+ VolumeAttachmentSource
nodeName!+ s
=VolumeAttachmentStatus
attached!+ b
attachmentMetadata {s}
attachError* VolumeError
detachError* VolumeError
=VolumeError
time t
message s
=VolumeNodeResources
count* i
@api.storage.v1alpha1 storage.{domain}/v1alpha1 all
=VolumeAttributesClass typed kind
metadata meta.ObjectMeta
driverName!+ s
parameters {s}
=VolumeAttributesClassList typed kind
metadata meta.ListMeta
items!+ [VolumeAttributesClass]
@apiextensions-apiserver.pkg.apis.apiextensions.v1 apiextensions.{domain}/v1
=ConversionRequest hidden
uid! s
desiredAPIVersion! s
objects! [R]
=ConversionResponse hidden
uid! s
convertedObjects! [R]
result! meta.Status
=ConversionReview hidden typed
request* ConversionRequest
response* ConversionResponse
=CustomResourceColumnDefinition
name!+ s
type!+ s
format s
description s
priority i
jsonPath!+ s
=CustomResourceConversion
strategy!+ s
webhook* WebhookConversion
=CustomResourceDefinition typed kind
metadata meta.ObjectMeta
spec!+ CustomResourceDefinitionSpec
status CustomResourceDefinitionStatus
=CustomResourceDefinitionCondition
type!+ s
status!+ s
lastTransitionTime t
reason s
message s
=CustomResourceDefinitionList typed kind
metadata meta.ListMeta
items!+ [CustomResourceDefinition]
=CustomResourceDefinitionNames
plural!+ s
singular s
shortNames [s]a
kind!+ s
listKind s
categories [s]a
=CustomResourceDefinitionSpec
group!+ s
names#3!+ CustomResourceDefinitionNames
scope!+ s
versions#7!+ [CustomResourceDefinitionVersion]a
conversion#9* CustomResourceConversion
preserveUnknownFields b
=CustomResourceDefinitionStatus
conditions! [CustomResourceDefinitionCondition]mtype
acceptedNames! CustomResourceDefinitionNames
storedVersions! [s]a
=CustomResourceDefinitionVersion
name!+ s
served!+ b
storage!+ b
deprecated#7 b
deprecationWarning* s
schema#4* CustomResourceValidation
subresources* CustomResourceSubresources
additionalPrinterColumns [CustomResourceColumnDefinition]a
selectableFields#9 [SelectableField]a
=CustomResourceSubresourceScale
specReplicasPath!+ s
statusReplicasPath!+ s
labelSelectorPath* s
=CustomResourceSubresourceStatus
=CustomResourceSubresources
status* CustomResourceSubresourceStatus
scale* CustomResourceSubresourceScale
=CustomResourceValidation
openAPIV3Schema* JSONSchemaProps
=ExternalDocumentation
description s
url s
=JSON:J
=JSONSchemaProps
id s
$schema s
$ref* s
description s
type s
format s
title s
default* J
maximum* d
exclusiveMaximum b
minimum* d
exclusiveMinimum b
maxLength* l
minLength* l
pattern s
maxItems* l
minItems* l
uniqueItems b
multipleOf* d
enum [J]a
maxProperties* l
minProperties* l
required [s]a
items* A
allOf [JSONSchemaProps]a
oneOf [JSONSchemaProps]a
anyOf [JSONSchemaProps]a
not* JSONSchemaProps
properties {JSONSchemaProps}
additionalProperties* B
patternProperties {JSONSchemaProps}
dependencies {S}
additionalItems* B
definitions {JSONSchemaProps}
externalDocs* ExternalDocumentation
example* J
nullable b
x-kubernetes-preserve-unknown-fields* b
x-kubernetes-embedded-resource b
x-kubernetes-int-or-string b
x-kubernetes-list-map-keys [s]a
x-kubernetes-list-type* s
x-kubernetes-map-type* s
x-kubernetes-validations [ValidationRule]mrule ^merge:rule
=JSONSchemaPropsOrArray:A
=JSONSchemaPropsOrBool:B
=JSONSchemaPropsOrStringArray:S
=SelectableField
jsonPath!+ s
=ServiceReference
namespace!+ s
name!+ s
path* s
port* i
=ValidationRule
rule!+ s
message s
messageExpression s
reason* s|FieldValueDuplicate|FieldValueForbidden|FieldValueInvalid|FieldValueRequired
fieldPath s
optionalOldSelf* b
=WebhookClientConfig
url#3* s
service#1* ServiceReference
caBundle y
=WebhookConversion
clientConfig#2* WebhookClientConfig
conversionReviewVersions!+ [s]a
@apiextensions-apiserver.pkg.apis.apiextensions.v1beta1
=ConversionRequest hidden
uid! s
desiredAPIVersion! s
objects! [R]
=ConversionResponse hidden
uid! s
convertedObjects! [R]
result! meta.Status
=ConversionReview hidden typed
request* ConversionRequest
response* ConversionResponse
@apimachinery.pkg.api.resource
=Quantity:q
@apimachinery.pkg.apis.meta.v1 /v1
=APIGroup typed kind
name!+ s
versions!+ [GroupVersionForDiscovery]a
preferredVersion GroupVersionForDiscovery
serverAddressByClientCIDRs [ServerAddressByClientCIDR]a
=APIGroupList typed kind
groups!+ [APIGroup]a
=APIResource
name!+ s
singularName#6!+ s
namespaced#2!+ b
group#8 s
version s
kind#3!+ s
verbs!+ [s]
shortNames [s]a
categories#7 [s]a
storageVersionHash#10 s
=APIResourceList typed kind
groupVersion!+ s
resources!+ [APIResource]a
=APIVersions typed kind
versions!+ [s]a
serverAddressByClientCIDRs!+ [ServerAddressByClientCIDR]a
=Condition
type!+ s
status!+ s
observedGeneration l
lastTransitionTime!+ t
reason!+ s
message!+ s
=CreateOptions hidden typed
dryRun [s]
fieldManager#3 s
fieldValidation s
=DeleteOptions typed everywhere
gracePeriodSeconds* l
preconditions* Preconditions
orphanDependents* b
propagationPolicy* s
dryRun [s]a
=FieldsV1:F
=GetOptions hidden typed
resourceVersion s
=GroupVersionForDiscovery
groupVersion!+ s
version!+ s
=GroupVersionKind hidden
group! s
version! s
kind! s
=GroupVersionResource hidden
group! s
version! s
resource! s
=LabelSelector atomic
matchLabels {s}
matchExpressions [LabelSelectorRequirement]a
=LabelSelectorRequirement
key!+ s
operator!+ s
values [s]a
=List hidden typed
metadata ListMeta
items! [R]
=ListMeta
selfLink s
resourceVersion s
continue s
remainingItemCount* l
=ListOptions hidden typed
labelSelector s
fieldSelector s
watch b
allowWatchBookmarks#9 b
resourceVersion#4 s
resourceVersionMatch#10 s
timeoutSeconds#5* l
limit#7 l
continue s
sendInitialEvents#11* b
=ManagedFieldsEntry
manager s
operation s
apiVersion s
time* t
fieldsType#6 s
fieldsV1* F
subresource s
=MicroTime:m
=ObjectMeta
name s
generateName s
namespace s
selfLink s
uid s
resourceVersion s
generation l
creationTimestamp t
deletionTimestamp* t
deletionGracePeriodSeconds* l
labels {s}
annotations {s}
ownerReferences [OwnerReference]muid ^merge:uid
finalizers [s]s ^merge
managedFields#17 [ManagedFieldsEntry]a
=OwnerReference atomic
apiVersion#5!+ s
kind#1!+ s
name#3!+ s
uid!+ s
controller#6* b
blockOwnerDeletion* b
=PartialObjectMetadata hidden typed
metadata ObjectMeta
=PartialObjectMetadataList hidden typed
metadata ListMeta
items! [PartialObjectMetadata]
=Patch
=PatchOptions hidden typed
dryRun [s]
force* b
fieldManager s
fieldValidation s
=Preconditions
uid* s
resourceVersion* s
=ServerAddressByClientCIDR
clientCIDR!+ s
serverAddress!+ s
=Status typed in:/v1,resource.{domain}/v1alpha2
metadata ListMeta
status s
message s
reason s
details* StatusDetails~a
code i
=StatusCause
reason s
message s
field s
=StatusDetails
name s
group s
kind s
uid#6 s
causes#4 [StatusCause]a
retryAfterSeconds i
=Table hidden typed
metadata#0 ListMeta
columnDefinitions#0! [TableColumnDefinition]
rows#0! [TableRow]
=TableColumnDefinition hidden
name#0! s
type#0! s
format#0! s
description#0! s
priority#0! i
=TableOptions hidden typed
includeObject s
=TableRow hidden
cells#0! [J]
conditions#0 [TableRowCondition]
object#0 R
=TableRowCondition hidden
type#0! s
status#0! s
reason#0 s
message#0 s
=Time:t
=UpdateOptions hidden typed
dryRun [s]
fieldManager s
fieldValidation s
=WatchEvent everywhere
type!+ s
object!+ R
@apimachinery.pkg.runtime
=RawExtension:R
=Unknown hidden typed
ContentEncoding#3! s
ContentType! s
@apimachinery.pkg.util.intstr
=IntOrString:x
@apimachinery.pkg.version
=Info
major#0!+ s
minor#0!+ s
gitVersion#0!+ s
gitCommit#0!+ s
gitTreeState#0!+ s
buildDate#0!+ s
goVersion#0!+ s
compiler#0!+ s
platform#0!+ s
@{system}-aggregator.pkg.apis.apiregistration.v1 apiregistration.{domain}/v1
=APIService typed kind
metadata meta.ObjectMeta
spec APIServiceSpec
status APIServiceStatus
=APIServiceCondition
type!+ s
status!+ s
lastTransitionTime t
reason s
message s
=APIServiceList typed kind
metadata meta.ListMeta
items!+ [APIService]
=APIServiceSpec
service* ServiceReference
group s
version s
insecureSkipTLSVerify b
caBundle Y
groupPriorityMinimum#7!+ i
versionPriority!+ i
=APIServiceStatus
conditions [APIServiceCondition]mtype ^merge:type
=ServiceReference
namespace s
name s
port* i`
