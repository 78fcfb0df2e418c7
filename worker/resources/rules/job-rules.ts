import { boundedNumber } from '../../api/numbers.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Fault, Rule } from '../notation/rule.ts'
import { all, at, checkObject, holds, nonNegative, oneOf, scoped, where } from '../notation/rule.ts'
import { textAt, valueAt } from '../path.ts'
import { domainPrefixedPath } from './domain-prefixed-path.ts'
import { JobScope, podFailurePolicy } from './pod-failure-policy.ts'
import { podTemplateRules } from './pod-rules.ts'
import { ofChange, podTemplateWarnings } from './pod-warnings.ts'
import { successPolicy } from './success-policy.ts'
import { isLonger } from '../../runtime/utf8.ts'

const MANY_COMPLETIONS = 100_000
/** The limit of `parallelism` and `maxFailedIndexes` in a job with `backoffLimitPerIndex` and more than `MANY_COMPLETIONS`. */
const MAX_OF_MANY_COMPLETIONS = 10_000

/** The longest name of the controller that manages a job. */
const LONGEST_MANAGER = 63
const tooLongManager: Fault = (_name, place) => place.tooLong(LONGEST_MANAGER)

const maxFailed = checkObject((spec, place) => {
  if (typeof spec['maxFailedIndexes'] === 'number' && typeof spec['backoffLimitPerIndex'] !== 'number') {
    place.required('when maxFailedIndexes is specified', 'backoffLimitPerIndex')
  }
})

const overMany = `must be less than or equal to ${MAX_OF_MANY_COMPLETIONS} when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`

const indexed = checkObject((spec, place) => {
  const { completions, parallelism, maxFailedIndexes } = spec
  const failed = typeof maxFailedIndexes === 'number' ? maxFailedIndexes : undefined
  const wide = typeof parallelism === 'number' ? parallelism : 0
  if (typeof completions !== 'number') place.required('when completion mode is Indexed', 'completions')
  if (wide > MANY_COMPLETIONS) {
    const text = `must be less than or equal to ${MANY_COMPLETIONS} when completion mode is Indexed`
    place.invalid(wide, text, 'parallelism')
  }
  if (typeof completions === 'number' && failed !== undefined && failed > completions) {
    place.invalid(failed, 'must be less than or equal to completions', 'maxFailedIndexes')
  }
  if (failed !== undefined && failed > MANY_COMPLETIONS) {
    place.invalid(failed, `must be less than or equal to ${MANY_COMPLETIONS}`, 'maxFailedIndexes')
  }
  if (boundedNumber(completions ?? 0) <= MANY_COMPLETIONS || typeof spec['backoffLimitPerIndex'] !== 'number') return
  if (failed === undefined) {
    place.required(`must be specified when completions is above ${MANY_COMPLETIONS}`, 'maxFailedIndexes')
  }
  if (wide > MAX_OF_MANY_COMPLETIONS) place.invalid(wide, overMany, 'parallelism')
  if (failed !== undefined && failed > MAX_OF_MANY_COMPLETIONS) place.invalid(failed, overMany, 'maxFailedIndexes')
})

const unindexed = checkObject((spec, place) => {
  for (const field of ['backoffLimitPerIndex', 'maxFailedIndexes']) {
    if (typeof spec[field] === 'number') place.invalid(spec[field], 'requires indexed completion mode', field)
  }
})

const isIndexed = ({ completionMode }: JsonObject): boolean => completionMode === 'Indexed'
const isUnindexed = ({ completionMode }: JsonObject): boolean =>
  completionMode === undefined || completionMode === 'NonIndexed'

/** The pods of a job must end, so they may not always restart. */
const restartPolicy = checkObject((spec, place) => {
  const policy = textAt(spec, 'template.spec.restartPolicy')
  const steps = ['template', 'spec', 'restartPolicy']
  if (policy === 'Always') place.required('valid values: "OnFailure", "Never"', ...steps)
  else if (policy !== 'OnFailure' && policy !== 'Never') place.notSupported(policy, ['OnFailure', 'Never'], ...steps)
  else if (policy !== 'Never' && isObject(valueAt(spec, 'podFailurePolicy'))) {
    place.invalid(policy, 'only "Never" is supported when podFailurePolicy is specified', ...steps)
  }
})

/** The rules of a job's spec and of a cron job's template. */
export const jobSpecRules: Rule = scoped(
  (spec) => new JobScope(spec),
  at('parallelism', nonNegative),
  at('completions', nonNegative),
  at('activeDeadlineSeconds', nonNegative),
  at('backoffLimit', nonNegative),
  at('ttlSecondsAfterFinished', nonNegative),
  at('backoffLimitPerIndex', nonNegative),
  at('maxFailedIndexes', nonNegative),
  maxFailed,
  at(
    'managedBy',
    domainPrefixedPath,
    holds((name) => !isLonger(String(name), LONGEST_MANAGER), tooLongManager),
  ),
  at('completionMode', oneOf('NonIndexed', 'Indexed')),
  where(isIndexed, indexed),
  where(isUnindexed, unindexed),
  podFailurePolicy,
  successPolicy,
  where((spec) => isObject(spec['podFailurePolicy']), at('podReplacementPolicy', oneOf('Failed'))),
  where(
    (spec) => !isObject(spec['podFailurePolicy']),
    at('podReplacementPolicy', oneOf('Failed', 'TerminatingOrFailed')),
  ),
  all(at('template', podTemplateRules), restartPolicy),
)

const untracked = checkObject((spec, place) => {
  const { completions, parallelism } = spec
  if (
    !isIndexed(spec) ||
    boundedNumber(completions ?? 0) <= MANY_COMPLETIONS ||
    boundedNumber(parallelism ?? 0) <= MAX_OF_MANY_COMPLETIONS
  )
    return
  place.warn(
    'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail',
  )
})

/** The warnings for a job's spec at `path`. */
export const jobWarnings = (path: string): Rule =>
  all(ofChange, at(path, untracked), podTemplateWarnings(`${path}.template`))
