import { at } from '../notation/rule.ts'
import { text } from '../columns.ts'
import { valueAt } from '../path.ts'
import { templateColumns } from '../rules/template-columns.ts'
import { labelsText } from '../../api/labels-text.ts'
import type { Kind } from '../resource.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { podTemplateRules } from '../rules/pod-rules.ts'
import { podGates } from '../rules/pod-gates.ts'
import { podTemplateWarnings } from '../rules/pod-warnings.ts'

export const podTemplates = {
  resource: 'podtemplates',
  defaults: { template: podTemplate },
  gated: podGates('template.spec'),
  rules: [at('template', podTemplateRules)],
  warnings: [podTemplateWarnings('template')],
  behaviour: () => ({
    columns: [
      ...templateColumns('template', 0),
      text('Pod Labels', 'The labels for the pod template.', (object) =>
        labelsText(valueAt(object, 'template.metadata.labels')),
      ),
    ],
  }),
} satisfies Kind
