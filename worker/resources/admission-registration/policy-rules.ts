import { isObject } from '../../api/json.ts'
import { parseTemplate } from '../../api/jsonpath/parser.ts'
import type { JsonObject } from '../../api/json.ts'
import { dns1035Label, dnsSubdomain, qualifiedName } from '../../api/names.ts'
import { quote } from '../../api/go-format.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkAlways, checkObject, each, isRepeated, oneOf, required } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { conditions } from '../rules/conditions.ts'
import type { Kind } from '../resource.ts'
import { checkPolicyExpression, checkVariable } from './expression-rules.ts'
import { matchConditions } from './match-conditions.ts'
import { matchResources } from './match-resources.ts'
import { errorMessage } from '../../runtime/error-message.ts'
import { isLonger } from '../../runtime/utf8.ts'

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']
const ANNOTATION_LIMIT = 20
const EXPRESSION_LIMIT = 5 * 1024
const NOTHING_TO_DO = 'validations or auditAnnotations must contain at least one item'

function apiVersion(kind: JsonObject, place: Place): void {
  const given = textAt(kind, 'apiVersion')
  if (given === '') return place.required('', 'apiVersion')
  const parts = given.split('/')
  if (parts.length > 2) return place.invalid(given, `unexpected GroupVersion string: ${given}`, 'apiVersion')
  const version = parts.at(-1) ?? ''
  const group = parts.length === 2 ? (parts[0] ?? '') : ''
  const groupFaults = group === '' ? [] : dnsSubdomain(group)
  if (groupFaults.length > 0) place.invalid(group, groupFaults.join(','), 'apiVersion')
  if (version === '') return place.invalid(given, 'version must be specified', 'apiVersion')
  const versionFaults = dns1035Label(version)
  if (versionFaults.length > 0) place.invalid(version, versionFaults.join(','), 'apiVersion')
}

const paramKind = checkObject((value, place) => {
  apiVersion(value, place)
  const kind = textAt(value, 'kind')
  if (kind === '') return place.required('', 'kind')
  const faults = dns1035Label(kind.toLowerCase())
  if (faults.length > 0) {
    place.invalid(kind, `may have mixed case, but should otherwise match: ${faults.join(',')}`, 'kind')
  }
})

const OF_VALIDATIONS = { field: 'expression', returns: ['bool'], authorizer: true }
const OF_MESSAGES = { field: 'messageExpression', returns: ['string'], authorizer: false }
const OF_ANNOTATIONS = {
  field: 'valueExpression',
  returns: ['string', 'null_type'],
  authorizer: true,
  isTrimmed: true,
}
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/
const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
)

const validation = checkObject((value, place) => {
  const expression = textAt(value, 'expression').trim()
  const message = textAt(value, 'message')
  const messageExpression = textAt(value, 'messageExpression')
  if (expression === '') place.required('expression is not specified', 'expression')
  else checkPolicyExpression(textAt(value, 'expression'), place, OF_VALIDATIONS)
  if (messageExpression !== '' && messageExpression.trim() === '') {
    place.invalid(messageExpression, 'must be non-empty if specified', 'messageExpression')
  } else if (messageExpression !== '') checkPolicyExpression(messageExpression, place, OF_MESSAGES)
  if (message !== '' && message.trim() === '') {
    place.invalid(message, 'message must be non-empty if specified', 'message')
  } else if (/[\n\r]/.test(message.trim())) {
    place.invalid(message, 'message must not contain line breaks', 'message')
  }
})

const variable = checkObject((value, place) => {
  const name = textAt(value, 'name')
  if (name.trim() === '') place.required('name is not specified', 'name')
  else if (!IDENTIFIER.test(name) || RESERVED.has(name))
    place.invalid(name, 'name is not a valid CEL identifier', 'name')
  const expression = textAt(value, 'expression')
  if (expression.trim() === '') place.required('expression is not specified', 'expression')
  else checkVariable(expression, place)
})

const goAnnotation = (annotation: JsonObject): string => {
  const shown = (field: string): string => quote(textAt(annotation, field))
  return `admissionregistration.AuditAnnotation{Key:${shown('key')}, ValueExpression:${shown('valueExpression')}}`
}

const fewAnnotations = checkObject((spec, place) => {
  const list = listAt(spec, 'auditAnnotations').filter(isObject)
  if (list.length <= ANNOTATION_LIMIT) return
  const shown = `[]admissionregistration.AuditAnnotation{${list.map(goAnnotation).join(', ')}}`
  place.invalidShown(shown, `must not have more than ${ANNOTATION_LIMIT} auditAnnotations`, 'auditAnnotations')
})

const annotation = checkObject((value, place) => {
  const key = textAt(value, 'key')
  const name = place.object.metadata?.name
  if (name === undefined || name === '') place.invalid(key, 'requires metadata.name be non-empty', 'key')
  // The audit log stores the annotation under `<policy name>/<key>`.
  else for (const fault of qualifiedName(`${name}/${key}`)) place.invalid(`${name}/${key}`, fault, 'key')
  const expression = textAt(value, 'valueExpression')
  if (expression.trim() === '') place.required('valueExpression is not specified', 'valueExpression')
  else if (isLonger(expression.trim(), EXPRESSION_LIMIT)) {
    // The real server reports an expression that is too long as a missing value.
    place.required(`must not exceed ${EXPRESSION_LIMIT} bytes in length`, 'valueExpression')
  } else checkPolicyExpression(expression, place, OF_ANNOTATIONS)
  if (isRepeated(key, 'key', place)) place.duplicate(key, 'key')
})

/** A policy needs a validation or an audit annotation. */
const requireCheck = checkObject((spec, place) => {
  if (listAt(spec, 'validations').length > 0 || listAt(spec, 'auditAnnotations').length > 0) return true
  place.required(NOTHING_TO_DO, 'validations')
  place.required(NOTHING_TO_DO, 'auditAnnotations')
  return false
})

const rules: readonly Rule[] = [
  at(
    'spec',
    at('failurePolicy', oneOf('Fail', 'Ignore')),
    at('paramKind', paramKind),
    at(
      'matchConstraints',
      checkAlways((value, place) => {
        if (isObject(value)) return true
        place.required()
        return false
      }),
      matchResources,
      at('resourceRules', required()),
    ),
    matchConditions,
    each('variables', variable),
    requireCheck,
    each('validations', validation, at('reason', oneOf(...REASONS))),
    fewAnnotations,
    each('auditAnnotations', annotation),
  ),
]

/** The path to the expression that a warning is about. */
const fieldRef = checkObject((given, place) => {
  const path = textAt(given, 'fieldRef').trim()
  if (path === '') return place.required('', 'fieldRef')
  try {
    parseTemplate(`{${path}}`)
  } catch (error) {
    place.invalid(path, `invalid JSONPath: ${errorMessage(error)}`, 'fieldRef')
  }
})

const warning = [at('warning', required()), fieldRef]

/** The rules of policies. They load late, because they need the expression language. */
export const policyRules = {
  rules,
  subresourceRules: { status: [at('status', each('typeChecking.expressionWarnings', ...warning), conditions)] },
} satisfies Partial<Kind>
