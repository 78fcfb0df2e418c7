import { boundedNumber } from '../../api/numbers.ts'
import { repeatedIndexes } from '../../api/repeated.ts'
import { dns1035Label, dnsSubdomain } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import {
  all,
  at,
  check,
  checkAlways,
  checkObject,
  each,
  holds,
  invalid,
  isRepeated,
  oneOf,
  required,
} from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { goStrings } from '../../api/go-source.ts'
import { labelSelector } from '../rules/label-selector.ts'
import { webhookClient } from '../rules/webhook-client.ts'
import type { Kind } from '../resource.ts'
import { matchConditions } from './match-conditions.ts'
import { operationRule } from './operation-rules.ts'

/** The versions of AdmissionReview that the server can send. */
const REVIEW_VERSIONS = ['v1', 'v1beta1']

const SIDE_EFFECTS = ['None', 'NoneOnDryRun']
const DOMAIN_SEGMENTS = 3

const fullName = check((value, place) => {
  const name = String(value)
  const faults = dnsSubdomain(name)
  if (faults.length > 0) return place.invalid(name, faults.join(','))
  if (name.split('.').length < DOMAIN_SEGMENTS) {
    place.invalid(name, 'should be a domain with at least three segments separated by dots')
  }
})

const reviewVersions = check((value, place) => {
  if (!Array.isArray(value)) return
  const repeated = repeatedIndexes(value)
  value.forEach((version, index) => {
    if (repeated.has(index)) return place.invalid(version, 'duplicate version', index)
    for (const fault of dns1035Label(String(version))) place.invalid(version, fault, index)
  })
  if (!REVIEW_VERSIONS.some((version) => value.includes(version))) {
    place.invalidShown(goStrings(value), `must include at least one of ${REVIEW_VERSIONS.join(', ')}`)
  }
})

const distinct = checkObject((hook, place) => {
  const name = textAt(hook, 'name')
  if (name !== '' && isRepeated(name, 'name', place)) place.duplicate(name, 'name')
})

const sideEffects = checkAlways((value, place) => {
  if (value === undefined || value === null) place.required(`must specify one of ${SIDE_EFFECTS.join(', ')}`)
  else if (!SIDE_EFFECTS.includes(String(value))) place.notSupported(value, SIDE_EFFECTS)
})

const hook: Rule = all(
  at('name', required(), fullName),
  each('rules', operationRule),
  at('failurePolicy', oneOf('Fail', 'Ignore')),
  at('matchPolicy', oneOf('Equivalent', 'Exact')),
  at('sideEffects', sideEffects),
  at(
    'timeoutSeconds',
    holds(
      (seconds) => boundedNumber(seconds) >= 1 && boundedNumber(seconds) <= 30,
      invalid('the timeout value must be between 1 and 30 seconds'),
    ),
  ),
  at('namespaceSelector', labelSelector),
  at('objectSelector', labelSelector),
  at('reinvocationPolicy', oneOf('IfNeeded', 'Never')),
  webhookClient,
  matchConditions,
  at('admissionReviewVersions', required(`must specify one of ${REVIEW_VERSIONS.join(', ')}`), reviewVersions),
  distinct,
)

/** The rules of webhook configurations. They load late, because match conditions need the expression language. */
export const webhookRules = { rules: [each('webhooks', hook)] } satisfies Partial<Kind>
