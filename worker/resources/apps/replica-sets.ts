import type { Rule } from '../notation/rule.ts'
import { at, nonNegative } from '../notation/rule.ts'
import type { Kind } from '../resource.ts'
import { podNameWarning } from '../rules/host-name.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { podTemplateWarnings } from '../rules/pod-warnings.ts'
import { replicaStatus } from '../rules/replica-status.ts'
import { immutableSelector, selectorAndTemplate } from '../rules/replica-template.ts'

const rules: readonly Rule[] = [
  // The text says deployment for this kind, too.
  at('spec', at('replicas', nonNegative), at('minReadySeconds', nonNegative), selectorAndTemplate('deployment')),
]

export const replicaSets = {
  resource: 'apps/replicasets',
  defaults: { spec: { replicas: 1, template: podTemplate } },
  rules,
  updates: [...rules, at('spec.selector', immutableSelector)],
  subresourceRules: { status: replicaStatus },
  warnings: [podNameWarning, at('spec.template', podTemplateWarnings)],
} satisfies Kind
