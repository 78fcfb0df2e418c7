import { repeatedIndexes } from '../../api/repeated.ts'
import { isObject } from '../../api/json.ts'
import { dnsSubdomain, pathSegment } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, atShown, check, checkObject, named, oneOf, required } from '../notation/rule.ts'
import { textAt, valueAt } from '../path.ts'
import { goLabelSelectorText } from '../rules/go-label-selector.ts'
import { goSlice } from '../../api/go-source.ts'
import { labelSelector } from '../rules/label-selector.ts'
import type { Kind } from '../resource.ts'
import { matchDefaults, matchResources } from './match-resources.ts'

const ACTIONS = ['Audit', 'Deny', 'Warn']
const EXCLUSIVE = 'name and selector are mutually exclusive'
const TWICE =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'
const goActions = goSlice('admissionregistration.ValidationAction')

const actions = check((list, place) => {
  if (!Array.isArray(list)) return
  const repeated = repeatedIndexes(list)
  list.forEach((action, index) => {
    if (!ACTIONS.includes(String(action))) place.notSupported(action, ACTIONS, index)
    if (repeated.has(index)) place.duplicate(action, index)
  })
  if (list.includes('Deny') && list.includes('Warn')) place.invalidShown(goActions(list), TWICE)
})

const byName = checkObject((reference, place) => {
  const name = textAt(reference, 'name')
  if (name === '') return
  for (const fault of pathSegment(name)) place.invalid(name, fault, 'name')
  if (isObject(reference['selector'])) place.forbidden(EXCLUSIVE, 'name')
})

const oneWay = checkObject((reference, place) => {
  const hasName = textAt(reference, 'name') !== ''
  const hasSelector = isObject(reference['selector'])
  if (hasName && hasSelector) place.forbidden(EXCLUSIVE, 'selector')
  if (!hasName && !hasSelector) place.required('one of name or selector must be specified')
})

const rules: readonly Rule[] = [
  at(
    'spec',
    at('policyName', required(), named(dnsSubdomain)),
    at(
      'paramRef',
      byName,
      at('selector', labelSelector),
      oneWay,
      at('parameterNotFoundAction', required(), oneOf('Deny', 'Allow')),
    ),
    // The field's name is misspelled in the real server's errors.
    atShown('matchResources', 'matchResouces', matchResources),
    at('validationActions', required('at least one validation action is required'), actions),
  ),
]

function paramRefCell(binding: ApiObject): string {
  const reference = valueAt(binding, 'spec.paramRef')
  if (!isObject(reference)) return '<unset>'
  const name = textAt(reference, 'name')
  if (name !== '') return `${textAt(reference, 'namespace') || '*'}/${name}`
  const { selector } = reference
  return isObject(selector) ? goLabelSelectorText(selector) : '<unset>'
}

const spec = { matchResources: matchDefaults }

export const validatingAdmissionPolicyBindings = {
  resource: 'admissionregistration.{domain}/validatingadmissionpolicybindings',
  defaults: { spec },
  // Only v1alpha1 has a default for `parameterNotFoundAction`.
  versionDefaults: { v1alpha1: { spec: { ...spec, paramRef: { parameterNotFoundAction: 'Deny' } } } },
  rules,
  behaviour: () => ({
    columns: [
      text(
        'PolicyName',
        'PolicyName indicates the policy definition which the policy binding binded to',
        'spec.policyName',
      ),
      text('ParamRef', 'ParamRef indicates the param resource which sets the configration param', paramRefCell),
      age,
    ],
  }),
} satisfies Kind
