import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { compileWarnings } from '../notation/compile-rules.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, nonNegative, required } from '../notation/rule.ts'
import { givenAt, numberAt, valueAt } from '../path.ts'
import { text } from '../columns.ts'
import { replicaColumns } from '../rules/template-columns.ts'
import { labelsText } from '../../api/labels-text.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Kind } from '../resource.ts'
import { goStringMap } from '../../api/go-source.ts'
import { podNameWarning } from '../rules/host-name.ts'
import { podTemplate } from '../rules/pod-defaults.ts'
import { podTemplateRules } from '../rules/pod-rules.ts'
import { podGates } from '../rules/pod-gates.ts'
import { podTemplateWarnings } from '../rules/pod-warnings.ts'
import { replicaStatus } from '../rules/replica-status.ts'
import { alwaysRestarts } from '../rules/replica-template.ts'
import { copyTemplateLabels, templateLabels } from '../rules/template-labels.ts'

const selects = checkObject((spec, place) => {
  const selector = Object.entries(objectOrEmpty(spec['selector']))
  if (selector.length === 0) place.required('', 'selector')
})

const selectsTemplate = checkObject((spec, place) => {
  if (!isObject(spec['template'])) return
  const labels = givenAt(spec, 'template.metadata.labels')
  const own = objectOrEmpty(labels)
  if (Object.entries(objectOrEmpty(spec['selector'])).every(([key, value]) => own[key] === value)) return
  const text = '`selector` does not match template `labels`'
  place.invalidShown(goStringMap(labels), text, 'template', 'metadata', 'labels')
})

const rules: readonly Rule[] = [
  at(
    'spec',
    at('minReadySeconds', nonNegative),
    selects,
    at('replicas', nonNegative),
    selectsTemplate,
    at('template', required(), podTemplateRules, alwaysRestarts('ReplicationController')),
  ),
]

/** The warnings of an update are about the old template, as in the real server. */
function warnings(spell: Dialect['spell']): NonNullable<Behaviour['warnings']> {
  const warningsOf = compileWarnings([podNameWarning, podTemplateWarnings('spec.template')], spell)
  return (controller, old) => warningsOf(old === undefined ? controller : { ...controller, spec: old['spec'] }, old)
}

export const replicationControllers = {
  resource: 'replicationcontrollers',
  defaults: {
    metadata: { labels: templateLabels },
    spec: { replicas: 1, selector: templateLabels, template: podTemplate },
  },
  gated: podGates('spec.template.spec'),
  rules,
  // The real server runs these rules twice.
  updates: [...rules, ...rules],
  subresourceRules: { status: replicaStatus },
  behaviour: ({ spell }) => ({
    warnings: warnings(spell),
    completeChanged: copyTemplateLabels,
    columns: replicaColumns({
      what: 'replication controller',
      anchor: '#what-is-a-replicationcontroller',
      selector: text(
        'Selector',
        'Selector is a label query over pods that should match the Replicas count. If Selector is empty, it is defaulted to the labels present on the Pod template. Label keys and values that must match in order to be controlled by this replication controller, if empty defaulted to labels on Pod template. More info: https://{labels}/docs/concepts/overview/working-with-objects/labels/#label-selectors',
        (controller) => labelsText(valueAt(controller, 'spec.selector')),
        1,
      ),
    }),
    fieldSelectors: { 'status.replicas': (object) => String(numberAt(object, 'status.replicas')) },
  }),
} satisfies Kind
