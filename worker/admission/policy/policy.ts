import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { isEmptySelector } from '../../resources/rules/label-selector.ts'
import type { Hook } from '../webhook/webhook.ts'

/** The requests that a policy or binding matches, in the form of a webhook's rules. */
export type Matching = Hook

export interface Validation {
  readonly expression: string
  readonly message: string
  readonly messageExpression: string
  readonly reason: string
}

/** The decoded spec of a ValidatingAdmissionPolicy. */
export interface Policy {
  readonly name: string
  readonly matching: Matching
  readonly excluding: Matching
  /** Whether `failurePolicy` is `Ignore`. */
  readonly ignoresFailures: boolean
  readonly paramKind: { readonly apiVersion: string; readonly kind: string } | undefined
  readonly conditions: readonly string[]
  readonly variables: readonly { readonly name: string; readonly expression: string }[]
  readonly validations: readonly Validation[]
  readonly annotations: readonly { readonly key: string; readonly expression: string }[]
}

export interface Binding {
  readonly name: string
  readonly policyName: string
  /** The requests that the binding matches. It is undefined when the binding matches all requests that the policy matches. */
  readonly matching: Matching | undefined
  readonly excluding: Matching | undefined
  readonly paramRef: ParamRef | undefined
  readonly actions: readonly string[]
}

export interface ParamRef {
  readonly name: string
  readonly namespace: string
  readonly selector: JsonObject | undefined
  /** Whether `parameterNotFoundAction` is `Deny`. */
  readonly deniesWithoutParams: boolean
}

const selectorOf = (value: Json | undefined): JsonObject | undefined =>
  isObject(value) && !isEmptySelector(value) ? value : undefined

/** A policy has only some of the fields of a webhook. The others are empty. */
function matchingOf(name: string, resources: JsonObject, rules: Json | undefined): Matching {
  return {
    name,
    configuration: '',
    uid: name,
    rules: objectsIn(rules),
    matchesEquivalent: resources['matchPolicy'] !== 'Exact',
    namespaceSelector: selectorOf(resources['namespaceSelector']),
    objectSelector: selectorOf(resources['objectSelector']),
    conditions: [],
    client: {},
    sideEffects: 'None',
    timeout: 0,
    ignoresFailures: false,
    allowsReinvocation: false,
    reviewVersion: undefined,
  }
}

export function readPolicy(object: ApiObject): Policy {
  const name = object.metadata?.name ?? ''
  const spec = objectOrEmpty(object['spec'])
  const constraints = objectOrEmpty(spec['matchConstraints'])
  const kind = spec['paramKind']
  return {
    name,
    matching: matchingOf(name, constraints, constraints['resourceRules']),
    excluding: matchingOf(name, constraints, constraints['excludeResourceRules']),
    ignoresFailures: spec['failurePolicy'] === 'Ignore',
    paramKind: isObject(kind)
      ? { apiVersion: stringOrEmpty(kind['apiVersion']), kind: stringOrEmpty(kind['kind']) }
      : undefined,
    conditions: objectsIn(spec['matchConditions']).map(({ expression }) => stringOrEmpty(expression)),
    variables: objectsIn(spec['variables']).map((one) => ({
      name: stringOrEmpty(one['name']),
      expression: stringOrEmpty(one['expression']),
    })),
    validations: objectsIn(spec['validations']).map((one) => ({
      expression: stringOrEmpty(one['expression']),
      message: stringOrEmpty(one['message']),
      messageExpression: stringOrEmpty(one['messageExpression']),
      reason: stringOrEmpty(one['reason']),
    })),
    annotations: objectsIn(spec['auditAnnotations']).map((one) => ({
      key: stringOrEmpty(one['key']),
      expression: stringOrEmpty(one['valueExpression']),
    })),
  }
}

export function readBinding(object: ApiObject): Binding {
  const name = object.metadata?.name ?? ''
  const spec = objectOrEmpty(object['spec'])
  const resources = spec['matchResources']
  const reference = spec['paramRef']
  return {
    name,
    policyName: stringOrEmpty(spec['policyName']),
    matching: isObject(resources) ? matchingOf(name, resources, resources['resourceRules']) : undefined,
    excluding: isObject(resources) ? matchingOf(name, resources, resources['excludeResourceRules']) : undefined,
    paramRef: isObject(reference)
      ? {
          name: stringOrEmpty(reference['name']),
          namespace: stringOrEmpty(reference['namespace']),
          selector: isObject(reference['selector']) ? reference['selector'] : undefined,
          deniesWithoutParams: reference['parameterNotFoundAction'] === 'Deny',
        }
      : undefined,
    actions: Array.isArray(spec['validationActions']) ? spec['validationActions'].map(String) : [],
  }
}
