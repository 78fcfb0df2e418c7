import { numberAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { podNameWarnings } from '../rules/host-name.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { templateLabels } from '../rules/template-labels.ts'

export const replicationControllers = {
  resource: 'replicationcontrollers',
  defaults: {
    metadata: { labels: templateLabels },
    spec: { replicas: 1, selector: templateLabels, template: podTemplate },
  },
  behaviour: () => ({
    warnings: podNameWarnings,
    fieldSelectors: { 'status.replicas': (object) => String(numberAt(object, 'status.replicas')) },
  }),
} satisfies Kind
