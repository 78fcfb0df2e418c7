import type { Rule } from '../notation/rule.ts'
import { at, nonNegative } from '../notation/rule.ts'
import { text } from '../columns.ts'
import { valueAt } from '../path.ts'
import { replicaColumns } from '../rules/template-columns.ts'
import { selectorText } from '../../api/selector-text.ts'
import type { Kind } from '../resource.ts'
import { podNameWarning } from '../rules/host-name.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { podGates } from '../rules/pod-gates.ts'
import { podTemplateWarnings } from '../rules/pod-warnings.ts'
import { replicaStatus } from '../rules/replica-status.ts'
import { immutableSelector, selectorAndTemplate } from '../rules/replica-template.ts'

const rules: readonly Rule[] = [
  // The real server uses the text of deployments for this kind, too.
  at('spec', at('replicas', nonNegative), at('minReadySeconds', nonNegative), selectorAndTemplate('deployment')),
]

export const replicaSets = {
  resource: 'apps/replicasets',
  defaults: { spec: { replicas: 1, template: podTemplate } },
  gated: podGates('spec.template.spec'),
  rules,
  // The real server runs these rules twice.
  updates: [...rules, ...rules, at('spec.selector', immutableSelector)],
  subresourceRules: { status: replicaStatus },
  warnings: [podNameWarning, podTemplateWarnings('spec.template')],
  behaviour: () => ({
    columns: replicaColumns({
      what: 'replica set',
      anchor: '/#what-is-a-replicationcontroller',
      selector: text(
        'Selector',
        'Selector is a label query over pods that should match the replica count. If the selector is empty, it is defaulted to the labels present on the pod template. Label keys and values that must match in order to be controlled by this replica set. More info: https://{labels}/docs/concepts/overview/working-with-objects/labels/#label-selectors',
        (set) => selectorText(valueAt(set, 'spec.selector')),
        1,
      ),
    }),
  }),
} satisfies Kind
