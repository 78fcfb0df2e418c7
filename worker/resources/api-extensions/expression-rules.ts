import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { JsonSchema, ValidationRule } from '../../schema/custom/json-schema.ts'
import { itemsOf, propertyOf, valuesOf } from '../../schema/custom/json-schema.ts'
import { isSupported } from './unsupported-parts.ts'

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']

/** Faults in the form of `x-kubernetes-validations`. The expressions themselves are compiled later. */
export function validateExpressions(schema: JsonSchema, at: string): FieldError[] {
  const rules = schema['x-kubernetes-validations'] ?? []
  return rules.flatMap((rule, index) => ruleFaults(rule, schema, `${at}.x-kubernetes-validations[${index}]`))
}

const hasBreak = (text: string): boolean => /[\n\r]/.test(text)

function ruleFaults(rule: ValidationRule, schema: JsonSchema, at: string): FieldError[] {
  const { message = '', messageExpression = '', reason, fieldPath = '' } = rule
  const errors: FieldError[] = []
  const text = rule.rule.trim()
  if (text === '') errors.push(fieldError.required(`${at}.rule`, 'rule is not specified'))
  else if (message !== '' && message.trim() === '') {
    errors.push(fieldError.invalid(`${at}.message`, message, 'message must be non-empty if specified'))
  } else if (hasBreak(message.trim())) {
    errors.push(fieldError.invalid(`${at}.message`, message, 'message must not contain line breaks'))
  } else if (hasBreak(text) && message.trim() === '') {
    errors.push(fieldError.required(`${at}.message`, 'message must be specified if rule contains line breaks'))
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    const why = 'messageExpression must be non-empty if specified'
    errors.push(fieldError.required(`${at}.messageExpression`, why))
  }
  if (reason !== undefined && !REASONS.includes(reason)) {
    errors.push(fieldError.notSupported(`${at}.reason`, reason, REASONS))
  }
  if (fieldPath !== '' && fieldPath.trim() === '') {
    errors.push(fieldError.invalid(`${at}.fieldPath`, fieldPath, 'fieldPath must be non-empty if specified'))
  }
  if (hasBreak(fieldPath)) {
    errors.push(fieldError.invalid(`${at}.fieldPath`, fieldPath, 'fieldPath must not contain line breaks'))
  }
  if (fieldPath !== '' && isSupported(schema) && !leadsToField(fieldPath, schema)) {
    errors.push(fieldError.invalid(`${at}.fieldPath`, fieldPath, 'fieldPath must be a valid path'))
  }
  return errors
}

const STEP = /^(?:\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\])/

/** Whether a path leads to a declared field or to the key of a map. A path may not lead into a list. */
function leadsToField(path: string, schema: JsonSchema): boolean {
  let rest = path
  let place: JsonSchema | undefined = schema
  while (rest !== '') {
    const step = STEP.exec(rest)
    if (step === null || itemsOf(place) !== undefined) return false
    const name: string = step[1] ?? step[2]?.replace(/\\(.)/g, '$1') ?? ''
    place = propertyOf(place, name) ?? valuesOf(place)
    if (place === undefined) return false
    rest = rest.slice(step[0].length)
  }
  return true
}
