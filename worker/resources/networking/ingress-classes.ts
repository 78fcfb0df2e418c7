import type { ApiObject } from '../../api/object.ts'
import { isObject } from '../../api/json.ts'
import { dnsLabel } from '../../api/names.ts'
import { age, text } from '../columns.ts'
import { textAt, valueAt } from '../path.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, holds, oneOf, required } from '../notation/rule.ts'
import { domainPrefixedPath } from '../rules/domain-prefixed-path.ts'
import { immutableText } from '../rules/immutability.ts'
import { typedReference } from '../rules/typed-reference.ts'
import type { Kind } from '../resource.ts'
import { isLonger } from '../../runtime/utf8.ts'

const CONTROLLER_LIMIT = 250

/** Namespaced parameters require a namespace; cluster-scoped ones forbid it. */
const namespace = checkObject((parameters, place) => {
  const { scope, namespace: given } = parameters
  const isGiven = typeof given === 'string'
  if (scope === 'Namespace' && !isGiven) place.required("`parameters.scope` is set to 'Namespace'", 'namespace')
  if (scope === 'Namespace' && isGiven) for (const fault of dnsLabel(given)) place.invalid(given, fault, 'namespace')
  if (scope === 'Cluster' && isGiven) place.forbidden("`parameters.scope` is set to 'Cluster'", 'namespace')
})

const rules: readonly Rule[] = [
  at(
    'spec',
    at(
      'controller',
      holds(
        (controller) => !isLonger(String(controller), CONTROLLER_LIMIT),
        (_controller, place) => place.tooLong(CONTROLLER_LIMIT),
      ),
      required(),
      domainPrefixedPath,
    ),
    at('parameters', ...typedReference, at('scope', oneOf('Cluster', 'Namespace')), namespace),
  ),
]

function parameters(ingressClass: ApiObject): string {
  const reference = valueAt(ingressClass, 'spec.parameters')
  if (!isObject(reference)) return '<none>'
  const group = reference['apiGroup']
  return `${textAt(reference, 'kind')}${typeof group === 'string' ? `.${group}` : ''}/${textAt(reference, 'name')}`
}

export const ingressClasses = {
  resource: 'networking.{domain}/ingressclasses',
  defaults: { spec: { parameters: { scope: 'Cluster' } } },
  rules,
  updates: [at('spec.controller', immutableText), ...rules],
  behaviour: () => ({
    columns: [
      text('Controller', 'Controller that is responsible for handling this class', 'spec.controller'),
      text('Parameters', 'A reference to a resource with additional parameters', parameters),
      age,
    ],
  }),
} satisfies Kind
