import { lookupTable } from '../../runtime/lookup-table.ts'

/**
 * Structs of other packages than core, and PodTemplateSpec, which embeds one of them. They are in the notation of
 * `CORE_STRUCTS`.
 */
export const FOREIGN_STRUCTS = lookupTable<string>({
  'certificates.CertificateSigningRequestCondition':
    'Type certificates.RequestConditionType, Status core.ConditionStatus, Reason string, Message string, LastUpdateTime metav1.Time, LastTransitionTime metav1.Time',
  'metav1.Time': '+time.Time',
  'time.Time': '',
  'metav1.TypeMeta': '',
  'metav1.LabelSelector': 'MatchLabels map[string]string, MatchExpressions []metav1.LabelSelectorRequirement',
  'metav1.LabelSelectorRequirement': 'Key string, Operator metav1.LabelSelectorOperator, Values []string',
  'metav1.ObjectMeta':
    'Name string, GenerateName string, Namespace string, SelfLink string, UID:uid string, ResourceVersion string, Generation int64, CreationTimestamp metav1.Time, DeletionTimestamp *metav1.Time, DeletionGracePeriodSeconds *int64, Labels map[string]string, Annotations map[string]string, OwnerReferences []metav1.OwnerReference, Finalizers []string, ManagedFields []metav1.ManagedFieldsEntry',
  'metav1.OwnerReference':
    'APIVersion:apiVersion string, Kind string, Name string, UID:uid string, Controller *bool, BlockOwnerDeletion *bool',
  PodTemplateSpec: '+metav1.ObjectMeta, Spec PodSpec',
  'batch.PodFailurePolicy': 'Rules []batch.PodFailurePolicyRule',
  'batch.PodFailurePolicyRule':
    'Action batch.PodFailurePolicyAction, OnExitCodes *batch.PodFailurePolicyOnExitCodesRequirement, OnPodConditions []batch.PodFailurePolicyOnPodConditionsPattern',
  'batch.PodFailurePolicyOnPodConditionsPattern': 'Type PodConditionType, Status ConditionStatus',
  'intstr.IntOrString': 'Type intstr.Type, IntVal int32, StrVal string',
  'resource.Quantity': 'i resource.int64Amount, d resource.infDecAmount, s string, Format resource.Format',
  'resource.infDecAmount': '',
  'resource.int64Amount': 'value int64, scale int32',
  'apiextensions.JSONSchemaProps':
    'ID:id string, Schema:$schema string, Ref:$ref *string, Description string, Type string, Nullable bool, Format string, Title string, Default *apiextensions.JSON, Maximum *float64, ExclusiveMaximum bool, Minimum *float64, ExclusiveMinimum bool, MaxLength *int64, MinLength *int64, Pattern string, MaxItems *int64, MinItems *int64, UniqueItems bool, MultipleOf *float64, Enum []apiextensions.JSON, MaxProperties *int64, MinProperties *int64, Required []string, Items *apiextensions.JSONSchemaPropsOrArray, AllOf []apiextensions.JSONSchemaProps, OneOf []apiextensions.JSONSchemaProps, AnyOf []apiextensions.JSONSchemaProps, Not *apiextensions.JSONSchemaProps, Properties map[string]apiextensions.JSONSchemaProps, AdditionalProperties *apiextensions.JSONSchemaPropsOrBool, PatternProperties map[string]apiextensions.JSONSchemaProps, Dependencies apiextensions.JSONSchemaDependencies, AdditionalItems *apiextensions.JSONSchemaPropsOrBool, Definitions apiextensions.JSONSchemaDefinitions, ExternalDocs *apiextensions.ExternalDocumentation, Example *apiextensions.JSON, XPreserveUnknownFields:x-kubernetes-preserve-unknown-fields *bool, XEmbeddedResource:x-kubernetes-embedded-resource bool, XIntOrString:x-kubernetes-int-or-string bool, XListMapKeys:x-kubernetes-list-map-keys []string, XListType:x-kubernetes-list-type *string, XMapType:x-kubernetes-map-type *string, XValidations:x-kubernetes-validations apiextensions.ValidationRules',
  'apiextensions.JSONSchemaPropsOrStringArray': 'Schema *apiextensions.JSONSchemaProps, Property []string',
  'apiextensions.ValidationRule':
    'Rule string, Message string, MessageExpression string, Reason *apiextensions.FieldValueErrorReason, FieldPath string, OptionalOldSelf *bool',
})

/** Lists and maps that have a named type. */
export const ALIASES = lookupTable<string>({
  ResourceList: 'map[ResourceName]resource.Quantity',
  'apiextensions.ValidationRules': '[]apiextensions.ValidationRule',
  'apiextensions.JSONSchemaDependencies': 'map[string]apiextensions.JSONSchemaPropsOrStringArray',
  'apiextensions.JSONSchemaDefinitions': 'map[string]apiextensions.JSONSchemaProps',
})
