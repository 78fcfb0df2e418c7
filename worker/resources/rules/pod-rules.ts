
import type { Rule } from '../notation/rule.ts'
import { all, at, oneOf, required } from '../notation/rule.ts'
import { labels } from './label-selector.ts'

/** Of a pod's spec, wherever it stands. */
export const podSpecRules: Rule = all(
  at('containers', required()),
  at('restartPolicy', oneOf('Always', 'OnFailure', 'Never')),
  at('nodeSelector', labels),
)

export const podTemplateRules: Rule = all(at('metadata.labels', labels), at('spec', podSpecRules))
