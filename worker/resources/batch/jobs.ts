import type { JsonObject } from '../../api/json.ts'
import { when } from '../notation/defaults.ts'
import { numberAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { jobSpec } from '../rules/job-defaults.ts'
import { templateLabels } from '../rules/template-labels.ts'

/** Retries without end, where each index has a limit of its own. */
const LARGEST = 2147483647

const lacks = (spec: JsonObject, field: string): boolean => spec[field] === undefined || spec[field] === null

export const jobs = {
  resource: 'batch/jobs',
  defaults: {
    metadata: { labels: templateLabels },
    spec: {
      completions: when((spec) => lacks(spec, 'completions') && lacks(spec, 'parallelism'), 1),
      parallelism: 1,
      backoffLimit: (spec) => (lacks(spec, 'backoffLimitPerIndex') ? 6 : LARGEST),
      completionMode: 'NonIndexed',
      suspend: false,
      podReplacementPolicy: (spec) => (lacks(spec, 'podFailurePolicy') ? 'TerminatingOrFailed' : 'Failed'),
      ...jobSpec,
    },
  },
  behaviour: () => ({
    deleteWarnings: [
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    ],
    unsupportedField: (label) => `field label "${label}" not supported for Job`,
    fieldSelectors: { 'status.successful': (object) => String(numberAt(object, 'status.succeeded')) },
  }),
} satisfies Kind
