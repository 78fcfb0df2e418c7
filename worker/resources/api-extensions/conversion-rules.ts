import { dns1035Label } from '../../api/names.ts'
import { isObject } from '../../api/json.ts'
import type { Rule } from '../notation/rule.ts'
import { all, check, checkObject } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { goStrings } from '../rules/go-source.ts'

const SPOKEN = ['v1', 'v1beta1']
const NOT_WEBHOOK = 'should not be set when strategy is not set to Webhook'

/** Errors name the fields of the form that the real server keeps inside. */
const CLIENT = 'webhookClientConfig'
const VERSIONS = 'conversionReviewVersions'

const strategy = checkObject((conversion, place) => {
  const given = textAt(conversion, 'strategy')
  if (given === '') place.required('', 'strategy')
  else if (given !== 'None' && given !== 'Webhook') place.notSupported(given, ['None', 'Webhook'], 'strategy')
  const client = valueAt(conversion, 'webhook.clientConfig')
  const versions = listAt(conversion, 'webhook.conversionReviewVersions')
  if (given === 'Webhook') {
    if (!isObject(client)) place.required('required when strategy is set to Webhook', CLIENT)
    if (versions.length === 0) place.required('', VERSIONS)
    return
  }
  if (isObject(client)) place.forbidden(NOT_WEBHOOK, CLIENT)
  if (versions.length > 0) place.forbidden(NOT_WEBHOOK, VERSIONS)
})

const reviewVersions = check((conversion, place) => {
  if (!isObject(conversion) || conversion['strategy'] !== 'Webhook') return
  const versions = listAt(conversion, 'webhook.conversionReviewVersions')
  versions.forEach((version, index) => {
    if (versions.indexOf(version) < index) return place.invalid(version, 'duplicate version', VERSIONS, index)
    for (const fault of dns1035Label(String(version))) place.invalid(version, fault, VERSIONS, index)
  })
  if (versions.length > 0 && !SPOKEN.some((version) => versions.includes(version))) {
    place.invalidShown(goStrings([...versions]), `must include at least one of ${SPOKEN.join(', ')}`, VERSIONS)
  }
})

/** `spec.conversion`: how objects go from one version to another. */
export const conversion: Rule = all(strategy, reviewVersions)
