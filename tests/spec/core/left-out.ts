/** Tables that are not played, by file and function, and why: all that a reader would otherwise look for in vain. */
export interface LeftOut {
  readonly tables: RegExp
  readonly reason: string
}

export const leftOut: readonly LeftOut[] = [
  {
    tables: /podsecuritypolicy|PodSecurityPolicy|TestValidatePSP|SysctlPattern|RuntimeClassStrategy/,
    reason: 'the kind went with 1.25',
  },
  {
    tables:
      /auditregistration|apis\/abac|extensions\/v1beta1|apps\/v1beta\d|batch\/v\d(?:alpha|beta)\d|autoscaling\/v2beta1|v1alpha1\/conversion|Rollback|TestExport|podpreset|admission\/exec|BetaAndV1|GarbageCollectionPolicy|SelectorImmutability/,
    reason: 'about versions, kinds and plugins that 1.30 does not serve',
  },
  {
    tables:
      /TestValidateService|TestBeforeUpdate|SCTP|DisabledSubpath|DropDisabled|DropConditions|DropAllow|DropNonPreempting|TestIsOnlyMutatingGCFields|TestEtcdCreate|TestStrategy|TestDiffObjectReferenceLists|TestValidatePersistentVolumeSourceUpdate|TestValidateWindowsSecurityContextOptions|TestValidateFlexVolumeSource/,
    reason: 'the rows are functions, or features that are switched, whose code is not written down',
  },
  {
    tables:
      /TestValidate(?:\w*)Secret|TestValidateSecurityContext|TestValidatePersistentVolumeSpec|TestValidateIngress|TestValidateProbe|TestValidateScale|TestValidateDeployment$|TestValidateValidatingWebhookConfigurationUpdate|TestCSINodeUpdateValidation|registry\/storage|testVolumeClaim/,
    reason: 'code changes what the rows hold before it asks, or takes the rest of the object from elsewhere',
  },
  {
    tables:
      /helpers_test|helper\/|quota\/v1\/(?:resources|evaluator)|toleration_test|taint_test|util_test|_util|policy_compact|rule_test|conversion_test|install_test|TestRuleMatches|TestSubjectLocator|bootstrappolicy|claims_test|TestMergePodResourceRequirements|TestPrettyPrint|TestHasUsageStats|Test_getModifiedLabels|TestSortable|TestDefaultPriority$|bitmap|allocator|TestMatchNode$|TestValidateSysctls|TestValidateResourceNames|TestValidatePullPolicy|TestValidatePodConditions/,
    reason: 'asks a function of the Go code whose work the tables of kinds and plugins show as well',
  },
  {
    tables:
      /printers\/tableprinter|TestPrintUnstructured|TestFormatResourceName|TestCustomTypePrinting|TestPrintHandlerError|TestNamePrinter|TestTemplateStrings|TestPrinters|TestPrintHumanReadable|TestPrintPod(?:Table|List|WithLabels|ShowLabels)|TestPrintNodeName|TestPrintDaemonSet|TestConvertToTableList/,
    reason: 'what clients print, or one row as a whole list',
  },
  {
    tables: /auth\/authorizer\/node|rbac_test|TestEscalation|subjectaccessreview|authorization\/validation/,
    reason: 'roles and graphs are made by code; recorded answers and the tests beside the authorizers show them',
  },
  {
    tables:
      /eventratelimit|gc_admission|imagepolicy|resourcequota\/|alwayspullimages|serviceaccount\/|bootstrap_test|volume\/label|volume\/resize|storageobjectinuse|nodetaint|TestHandles|TestOtherResources|scdeny\/admission_test.go TestAdmission|TestPriorityClassAdmission|TestIgnoreUpdating|podtolerationrestriction\/apis/,
    reason: 'servers, keys, clocks or configuration files are made by code; the tests beside the plugins show them',
  },
  {
    tables: /pkg\/(?:volume|controller)\//,
    reason: 'of the node agent, and of controllers that recorded answers show',
  },
  {
    tables:
      /TestSetDefault|pod\/(?:rest|storage)|PodLogOptions|TestCheck|TestPortForward|service\/storage\/rest|componentstatus|storage_core|namespace\/storage|ingress\/storage|certificates\/strategy|TestGetPodQOS|Strategy$|TestStatusUpdates|TestValidateUpdate|TestSelector/,
    reason: 'asked through the verbs, of which recorded requests show each',
  },
]
