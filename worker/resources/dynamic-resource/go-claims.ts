import {
  goInteger,
  goPointer,
  goSlice,
  goString,
  goStringMap,
  goStrings,
  goStruct,
  type GoPrinter,
} from '../../api/go-source.ts'

/** The spec of a claim as Go prints it. */
export const goClaimSpec: GoPrinter = goStruct('resource.ResourceClaimSpec', {
  ResourceClassName: 'resourceClassName',
  ParametersRef: ['parametersRef', goPointer('resource.ResourceClaimParametersReference')],
  AllocationMode: 'allocationMode',
})

const NO_TIME: GoPrinter = () => 'time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)'

/** The metadata of a template, which may have labels and annotations only. */
const goTemplateMetadata: GoPrinter = goStruct('v1.ObjectMeta', {
  Name: 'name',
  GenerateName: 'generateName',
  Namespace: 'namespace',
  SelfLink: ['selfLink', goString],
  UID: 'uid',
  ResourceVersion: 'resourceVersion',
  Generation: ['generation', goInteger],
  CreationTimestamp: ['creationTimestamp', NO_TIME],
  DeletionTimestamp: ['deletionTimestamp', () => '<nil>'],
  DeletionGracePeriodSeconds: ['deletionGracePeriodSeconds', goPointer('int64')],
  Labels: ['labels', goStringMap],
  Annotations: ['annotations', goStringMap],
  OwnerReferences: ['ownerReferences', goSlice('v1.OwnerReference')],
  Finalizers: ['finalizers', goStrings],
  ManagedFields: ['managedFields', goSlice('v1.ManagedFieldsEntry')],
})

/** The spec of a claim template as Go prints it. */
export const goTemplateSpec: GoPrinter = goStruct('resource.ResourceClaimTemplateSpec', {
  ObjectMeta: ['metadata', goTemplateMetadata],
  Spec: ['spec', goClaimSpec],
})
