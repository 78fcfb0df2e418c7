import { boundedNumber } from '../../api/numbers.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, type Json, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { isEmptySelector } from '../../resources/rules/label-selector.ts'
import type { Hook, MatchCondition } from './webhook.ts'

const REVIEW_VERSIONS = ['v1', 'v1beta1'] as const
/** The timeout of a webhook without `timeoutSeconds`, in seconds. */
const DEFAULT_TIMEOUT = 10

/** The hooks of all configurations in calling order: by the name of the configuration, then by position in it. */
export function readHooks(configurations: readonly ApiObject[]): Hook[] {
  const nameOf = ({ metadata }: ApiObject): string => metadata?.name ?? ''
  return [...configurations]
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    .flatMap((configuration) => {
      const seen = new Map<string, number>()
      return objectsIn(configuration['webhooks']).map((webhook) => {
        const name = stringOrEmpty(webhook['name'])
        const count = seen.get(name) ?? 0
        seen.set(name, count + 1)
        return readHook(webhook, nameOf(configuration), `${nameOf(configuration)}/${name}/${count}`)
      })
    })
}

function readHook(webhook: JsonObject, configuration: string, uid: string): Hook {
  const versions = Array.isArray(webhook['admissionReviewVersions']) ? webhook['admissionReviewVersions'] : []
  return {
    name: stringOrEmpty(webhook['name']),
    configuration,
    uid,
    rules: objectsIn(webhook['rules']),
    matchesEquivalent: webhook['matchPolicy'] === 'Equivalent',
    namespaceSelector: selectorOf(webhook['namespaceSelector']),
    objectSelector: selectorOf(webhook['objectSelector']),
    conditions: objectsIn(webhook['matchConditions']).map(({ name, expression }): MatchCondition => ({
      name: stringOrEmpty(name),
      expression: stringOrEmpty(expression),
    })),
    client: objectOrEmpty(webhook['clientConfig']),
    sideEffects: stringOrEmpty(webhook['sideEffects']),
    timeout: boundedNumber(webhook['timeoutSeconds'] ?? DEFAULT_TIMEOUT) * 1000,
    ignoresFailures: webhook['failurePolicy'] === 'Ignore',
    allowsReinvocation: webhook['reinvocationPolicy'] === 'IfNeeded',
    reviewVersion: versions.flatMap((version) => REVIEW_VERSIONS.find((one) => one === version) ?? [])[0],
  }
}

/** A selector; undefined when it matches everything. */
const selectorOf = (value: Json | undefined): JsonObject | undefined =>
  isObject(value) && !isEmptySelector(value) ? value : undefined
