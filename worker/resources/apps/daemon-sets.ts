import type { Kind } from '../resource.ts'
import { podNameWarnings } from '../rules/host-name.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { rollingUpdate } from '../rules/rolling-update.ts'

export const daemonSets = {
  resource: 'apps/daemonsets',
  defaults: {
    spec: {
      template: podTemplate,
      updateStrategy: rollingUpdate({ maxUnavailable: 1, maxSurge: 0 }),
      revisionHistoryLimit: 10,
    },
  },
  behaviour: () => ({ warnings: podNameWarnings }),
} satisfies Kind
