import { at } from '../notation/rule.ts'
import type { Kind } from '../resource.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { podTemplateRules } from '../rules/pod-rules.ts'
import { podTemplateWarnings } from '../rules/pod-warnings.ts'

export const podTemplates = {
  resource: 'podtemplates',
  defaults: { template: podTemplate },
  rules: [at('template', podTemplateRules)],
  warnings: [at('template', podTemplateWarnings)],
} satisfies Kind
