import type { Gated, GatedFields } from '../notation/gated-fields.ts'
import { gatedAt } from '../notation/gated-fields.ts'

// Fields of pods whose features are off by default.

const container: GatedFields = {
  'volumeMounts.recursiveReadOnly': 'RecursiveReadOnlyMounts',
  'securityContext.procMount': { gate: 'ProcMountType', otherwise: 'Default' },
  resizePolicy: 'InPlacePodVerticalScaling',
  'resources.claims': 'DynamicResourceAllocation',
}

const affinityTerms: GatedFields = Object.fromEntries(
  ['podAffinity', 'podAntiAffinity'].flatMap((kind) =>
    [
      'requiredDuringSchedulingIgnoredDuringExecution',
      'preferredDuringSchedulingIgnoredDuringExecution.podAffinityTerm',
    ].flatMap((terms) =>
      ['matchLabelKeys', 'mismatchLabelKeys'].map((field) => [
        `affinity.${kind}.${terms}.${field}`,
        'MatchLabelKeysInPodAffinity',
      ]),
    ),
  ),
)

const spec: GatedFields = {
  ...gatedAt('containers', container),
  ...gatedAt('initContainers', container),
  ...gatedAt('ephemeralContainers', container),
  ...affinityTerms,
  hostUsers: 'UserNamespacesSupport',
  resourceClaims: 'DynamicResourceAllocation',
  'volumes.projected.sources.clusterTrustBundle': 'ClusterTrustBundleProjection',
  'volumes.ephemeral.volumeClaimTemplate.spec.volumeAttributesClassName': 'VolumeAttributesClass',
}

const LISTS = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']

const resizes: Gated = { gate: 'InPlacePodVerticalScaling', usedBy: 'spec.containers.resizePolicy' }

/** Fields of a pod's status: the stored pod uses a feature when its spec does. */
export const podStatusGates: GatedFields = gatedAt('status', {
  ...Object.fromEntries(
    LISTS.flatMap((list) => [
      [`${list}.allocatedResources`, resizes],
      [`${list}.resources`, resizes],
      [
        `${list}.volumeMounts`,
        { gate: 'RecursiveReadOnlyMounts', usedBy: 'spec.containers.volumeMounts.recursiveReadOnly' },
      ],
    ]),
  ),
  resize: resizes,
  resourceClaimStatuses: { gate: 'DynamicResourceAllocation', usedBy: 'spec.resourceClaims' },
})

/** The gated fields of a pod spec at `path` in a pod or template. */
export const podGates = (path: string): GatedFields => gatedAt(path, spec)
