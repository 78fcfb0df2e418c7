import { statSync } from 'node:fs'
import path from 'node:path'
import { formatDuration, parseDuration } from '../../worker/api/duration.ts'
import { goStruct } from '../../worker/api/go-source.ts'
import { isObject, objectsIn, type Json, type JsonObject } from '../../worker/api/json.ts'
import { dnsSubdomain } from '../../worker/api/names.ts'
import type { Place } from '../../worker/resources/notation/place.ts'
import { check, checkObject, each, type Rule } from '../../worker/resources/notation/rule.ts'
import { textOf } from '../configuration/text-of.ts'
import { checkCondition } from './match-conditions.ts'

const TYPES = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook']
const MAX_CONDITIONS = 64
const LONGEST_TIMEOUT = 30_000_000_000n

const earlier = ({ list, index }: Place): JsonObject[] => objectsIn(list.slice(0, index))

/** The errors of a webhook name its fields as if its authorizer had them. */
const authorizer = checkObject((one, place) => {
  const [type, name] = [textOf(one, 'type'), textOf(one, 'name')]
  if (type === '') return place.required('', 'type')
  if (!TYPES.includes(type)) return place.notSupported(type, TYPES, 'type')
  if (type !== 'Webhook' && earlier(place).some((other) => textOf(other, 'type') === type))
    return place.duplicate(type, 'type')
  checkName(name, place)
  const { webhook } = one
  if (type === 'Webhook') {
    if (isObject(webhook)) checkWebhook(webhook, place)
    else place.required('required when type=Webhook', 'webhook')
  } else if (isObject(webhook)) place.invalid('non-null', 'may only be specified when type=Webhook', 'webhook')
})

/** An authorizer of a wrong type does not count for the names of later ones. */
function checkName(name: string, place: Place): void {
  const names = earlier(place).flatMap((other) =>
    TYPES.includes(textOf(other, 'type')) ? [textOf(other, 'name')] : [],
  )
  if (name === '') return place.required('', 'name')
  if (names.includes(name)) return place.duplicate(name, 'name')
  const faults = dnsSubdomain(name)
  if (faults.length > 0) place.invalid(name, `authorizer name is invalid: ${faults.join(', ')}`, 'name')
}

function checkWebhook(webhook: JsonObject, place: Place): void {
  const timeout = nanosecondsOf(webhook, 'timeout')
  if (timeout === 0n) place.required('', 'timeout')
  else if (timeout > LONGEST_TIMEOUT || timeout < 0n)
    place.invalid(formatDuration(timeout), 'must be > 0s and <= 30s', 'timeout')
  // A duration of 0 has its default.
  for (const field of ['authorizedTTL', 'unauthorizedTTL']) {
    const ttl = nanosecondsOf(webhook, field)
    if (ttl < 0n) place.invalid(formatDuration(ttl), 'must be > 0s', field)
  }
  const conditions = objectsIn(webhook['matchConditions'])
  oneOf(webhook, 'subjectAccessReviewVersion', ['v1', 'v1beta1'], place)
  if (textOf(webhook, 'matchConditionSubjectAccessReviewVersion') !== '')
    oneOf(webhook, 'matchConditionSubjectAccessReviewVersion', ['v1'], place)
  else if (conditions.length > 0)
    place.required('required if match conditions are specified', 'matchConditionSubjectAccessReviewVersion')
  oneOf(webhook, 'failurePolicy', ['NoOpinion', 'Deny'], place)
  place.enter('connectionInfo')
  checkConnection(webhook['connectionInfo'], place)
  place.leave()
  checkConditions(conditions, place)
}

/** The nanoseconds of a decoded duration. @throws Error of the real server's parser */
export const nanosecondsOf = (webhook: JsonObject, field: string): bigint => parseDuration(textOf(webhook, field))

function oneOf(holder: JsonObject, field: string, supported: readonly string[], place: Place): void {
  const text = textOf(holder, field)
  if (text === '') place.required('', field)
  else if (!supported.includes(text)) place.notSupported(text, supported, field)
}

const goConnection = goStruct('apiserver.WebhookConnectionInfo', {
  Type: 'type',
  KubeConfigFile: ['kubeConfigFile', (value) => `(*string)(${typeof value === 'string' ? '0xc000000000' : 'nil'})`],
})

function checkConnection(info: Json | undefined, place: Place): void {
  const [type, file] = [textOf(info, 'type'), textOf(info, 'kubeConfigFile')]
  if (type === '') return place.required('', 'type')
  if (type === 'InClusterConfig') {
    const isGiven = isObject(info) && typeof info['kubeConfigFile'] === 'string'
    if (isGiven) place.invalid(file, 'can only be set when type=KubeConfigFile', 'kubeConfigFile')
  } else if (type !== 'KubeConfigFile') {
    place.notSupportedShown(goConnection(info ?? null), ['InClusterConfig', 'KubeConfigFile'], 'type')
  } else if (file === '') place.required('', 'kubeConfigFile')
  else if (path.isAbsolute(file)) checkFile(file, place)
  else place.invalid(file, 'must be an absolute path', 'kubeConfigFile')
}

function checkFile(file: string, place: Place): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined)
    place.invalid(file, `error loading file: stat ${file}: no such file or directory`, 'kubeConfigFile')
  else if (!found.isFile()) place.invalid(file, 'must be a regular file', 'kubeConfigFile')
}

function checkConditions(conditions: readonly JsonObject[], place: Place): void {
  if (conditions.length > MAX_CONDITIONS) return place.tooMany(conditions.length, MAX_CONDITIONS, 'matchConditions')
  const seen = new Set<string>()
  place.enter('matchConditions')
  for (const [index, condition] of conditions.entries()) {
    const expression = textOf(condition, 'expression')
    place.enter(index)
    if (expression.trim() === '') place.required('', 'expression')
    else if (seen.has(expression)) place.duplicate(expression, 'expression')
    else checkCondition(expression, place)
    if (expression.trim() !== '') seen.add(expression)
    place.leave()
  }
  place.leave()
}

/** The rules of an `AuthorizationConfiguration`, in the order of the errors of the real server. */
export const authorizationRules: readonly Rule[] = [
  check((config, place) => {
    if (isObject(config) && objectsIn(config['authorizers']).length > 0) return
    place.required('at least one authorization mode must be defined', 'authorizers')
  }),
  each('authorizers', authorizer),
]
