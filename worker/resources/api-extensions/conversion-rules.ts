import { repeatedIndexes } from '../../api/repeated.ts'
import { dns1035Label } from '../../api/names.ts'
import { isObject } from '../../api/json.ts'
import type { Rule } from '../notation/rule.ts'
import { all, atShown, checkAlways, checkObject, where } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { goStrings } from '../../api/go-source.ts'
import { webhookPlace } from '../rules/webhook-client.ts'

const REVIEW_VERSIONS = ['v1', 'v1beta1']
const NOT_WEBHOOK = 'should not be set when strategy is not set to Webhook'

/** Errors name the fields of the real server's internal type. */
const CLIENT = 'webhookClientConfig'
const VERSIONS = 'conversionReviewVersions'

const strategy = checkObject((conversion, place) => {
  const given = textAt(conversion, 'strategy')
  // A webhook may not convert objects that keep their unknown fields.
  if (given !== 'None' && valueAt(place.object, 'spec.preserveUnknownFields') === true) {
    place.invalid(given, 'must be None if spec.preserveUnknownFields is true', 'strategy')
  }
  if (given === '') place.required('', 'strategy')
  else if (given !== 'None' && given !== 'Webhook') place.notSupported(given, ['None', 'Webhook'], 'strategy')
  if (given === 'Webhook') return
  if (isObject(valueAt(conversion, 'webhook.clientConfig'))) place.forbidden(NOT_WEBHOOK, CLIENT)
  if (listAt(conversion, 'webhook.conversionReviewVersions').length > 0) place.forbidden(NOT_WEBHOOK, VERSIONS)
})

const client = checkAlways((value, place) => {
  if (isObject(value)) return true
  place.required('required when strategy is set to Webhook')
  return false
})

const reviewVersions = checkObject((conversion, place) => {
  const versions = listAt(conversion, 'webhook.conversionReviewVersions')
  if (versions.length === 0) return place.required('', VERSIONS)
  const repeated = repeatedIndexes(versions)
  versions.forEach((version, index) => {
    if (repeated.has(index)) return place.invalid(version, 'duplicate version', VERSIONS, index)
    for (const fault of dns1035Label(String(version))) place.invalid(version, fault, VERSIONS, index)
  })
  if (!REVIEW_VERSIONS.some((version) => versions.includes(version))) {
    place.invalidShown(goStrings([...versions]), `must include at least one of ${REVIEW_VERSIONS.join(', ')}`, VERSIONS)
  }
})

/** `spec.conversion`: how objects are converted between versions. */
export const conversion: Rule = all(
  strategy,
  where(
    (given) => given['strategy'] === 'Webhook',
    atShown('webhook.clientConfig', CLIENT, client, ...webhookPlace),
    reviewVersions,
  ),
)
