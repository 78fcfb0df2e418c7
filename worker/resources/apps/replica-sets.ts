import type { Kind } from '../resource.ts'
import { podNameWarnings } from '../rules/host-name.ts'
import { podTemplate } from '../rules/pod-defaults.ts'

export const replicaSets = {
  resource: 'apps/replicasets',
  defaults: { spec: { replicas: 1, template: podTemplate } },
  behaviour: () => ({ warnings: podNameWarnings }),
} satisfies Kind
