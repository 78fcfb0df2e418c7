import { made } from '../notation/defaults.ts'
import type { Kind } from '../resource.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { rollingUpdate } from '../rules/rolling-update.ts'

export const statefulSets = {
  resource: 'apps/statefulsets',
  defaults: {
    spec: {
      replicas: 1,
      template: podTemplate,
      volumeClaimTemplates: { spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } },
      podManagementPolicy: 'OrderedReady',
      updateStrategy: rollingUpdate({ partition: 0 }),
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: made({ whenDeleted: 'Retain', whenScaled: 'Retain' }),
    },
  },
} satisfies Kind
