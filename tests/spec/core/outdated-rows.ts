const entries = (reason: string, ...rows: readonly string[]): readonly (readonly [string, string])[] =>
  rows.map((row) => [row, reason])

/**
 * Rows with another result in 1.30 than in the tables of 2019, and rows that no request can send to the rules: by test,
 * table and row. Recorded answers cover the current behaviour.
 */
export const outdatedRows: ReadonlyMap<string, string> = new Map([
  ...entries(
    'the server clears the namespace of kinds without one',
    'TestValidatePersistentVolumes.scenarios unexpected-namespace',
    'TestValidateNamespace.errorCases defined-namespace',
    'TestValidatePriorityClass.errorCases with namespace',
    'TestValidateStorageClass.errorCases namespace is present',
  ),
  ...entries(
    'a default fills the field',
    'TestValidateOrSetClientIPAffinityConfig.errorCases empty client IP config',
    'TestValidateOrSetClientIPAffinityConfig.errorCases empty session affinity config',
    'TestValidateOrSetClientIPAffinityConfig.errorCases empty timeoutSeconds',
    'TestCSIDriverValidation.errorCases 2',
    'TestCSIDriverValidation.errorCases 3',
    'TestValidateVolumeBindingMode.cases no mode',
  ),
  ...entries(
    'the server uses the stored version when an update has none',
    'TestValidateConfigMapUpdate.cases invalid',
    'TestValidateControllerRevisionUpdate.cases invalid',
  ),
  ...entries(
    '1.30 has another text or another path',
    'TestValidatePod.errorCases invalid labelSelector in preferredDuringSchedulingIgnoredDuringExecution in podaffinity annotations, values should be empty if the operator is Exists',
    'TestValidateEnv.errorCases metadata.name with subscript',
    'TestValidateVolumes.testCases name not a DNS label',
    'TestValidateJob.errorCases spec.template.metadata.labels: Invalid value: {"controller-uid":"4d5e6f"}: `selector` does not match template `labels`',
    'TestValidateJob.errorCases spec.template.metadata.labels: Invalid value: {"y":"z"}: `selector` does not match template `labels`',
    'TestValidateJob.errorCases spec.template.spec.restartPolicy: Unsupported value',
    'TestValidateCronJob.errorCases spec.jobTemplate.spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: `selector` will be auto-generated',
    'TestValidateCronJob.errorCases spec.jobTemplate.spec.template.spec.restartPolicy: Unsupported value',
    'TestValidateHorizontalPodAutoscaler.errorCases 4',
  ),
  ...entries('the row breaks another rule first', 'TestValidateVolumes.testCases empty tenant quobyte'),
  ...entries('the table calls a rule without a container', 'TestValidateMountPropagation.tests 11'),
  ...entries(
    'the table calls the rule of templates, and pods refuse the spaces',
    'TestValidateContainers.successCase 1',
    'TestValidateContainers.successCase 2',
  ),
  ...entries(
    'more sizes of huge pages are allowed beside each other since 1.19',
    'TestHugePagesIsolation.failureCases 2',
    'TestValidateNode.errorCases multiple-pre-allocated-hugepages',
  ),
  ...entries(
    'search paths may be 32 and 2048 characters since 1.28',
    'TestValidatePodDNSConfig.testCases invalid: 7 search paths',
    'TestValidatePodDNSConfig.testCases invalid: 257 characters in search path list',
  ),
  ...entries(
    'claims grow and have any source since 1.24',
    'TestValidatePersistentVolumeClaimUpdate.scenarios valid-size-update-resize-disabled',
    'TestAlphaVolumePVCDataSource.testCases test specifying pvc with snapshot api group should fail',
    'TestAlphaVolumePVCDataSource.testCases test invalid group name in snapshot datasource should fail',
  ),
  ...entries(
    'the versions are no longer served: generations of templates, selectors that change',
    'TestValidateDaemonSetUpdate.successCases change container image name',
    'TestValidateDaemonSetUpdate.successCases change template and selector',
    'TestValidateDaemonSetUpdate.errorCases decreased templateGeneration',
    'TestValidateDaemonSetUpdate.errorCases negative templateGeneration',
  ),
  ...entries(
    'disks of one cloud may be shared since 1.29',
    'TestValidateDaemonSetUpdate.errorCases invalid read-write volume',
  ),
  ...entries(
    'an update is validated with its whole spec since 1.21',
    'TestValidatePodUpdate.tests activeDeadlineSeconds change to zero from positive',
    'TestValidatePodUpdate.tests activeDeadlineSeconds change to zero from nil',
  ),
  ...entries(
    'an update is validated with its whole spec since 1.20, and the table omits the source',
    'TestVolumeAttachmentUpdateValidation.successCases 0',
    'TestVolumeAttachmentUpdateValidation.successCases 1',
  ),
  ...entries('metadata has no such field since 1.24', 'TestValidateRuntimeUpdate.tests invalid metadata update'),
  ...entries('jobs have labels with a domain since 1.27', 'TestValidateJob.successCases generated selector'),
  ...entries('the row has the domain of a fork', 'TestValidateNewEvent.table 1'),
  ...entries(
    'the row is computed by Go',
    'TestIsValidSysctlName.invalid 22',
    'TestValidateValidatingWebhookConfiguration.tests FailurePolicy can only be "Ignore" or "Fail"',
    'TestValidateValidatingWebhookConfiguration.tests SideEffects can only be "Unknown", "None", "Some", or "NoneOnDryRun"',
    'TestValidateStatefulSet.successCases 4',
    'TestValidateStatefulSet.errorCases invalid rolling update',
    'TestValidateStatefulSet.errorCases negative parition',
    'TestValidateStorageClass.errorCases too long parameters',
  ),
])
