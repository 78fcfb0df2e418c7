import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { textAt } from '../path.ts'

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']

/** Faults of `additionalPrinterColumns`. */
export function validateColumns(columns: Json | undefined, path: string): FieldError[] {
  if (!Array.isArray(columns)) return []
  return columns.filter(isObject).flatMap((column, index) => {
    const [name, type, format, jsonPath] = ['name', 'type', 'format', 'jsonPath'].map((field) => textAt(column, field))
    const at = `${path}[${index}]`
    const errors: FieldError[] = []
    if (name === '') errors.push(fieldError.required(`${at}.name`))
    const types = `must be one of ${COLUMN_TYPES.join(',')}`
    if (type === '') errors.push(fieldError.required(`${at}.type`, types))
    else if (!COLUMN_TYPES.includes(type ?? '')) errors.push(fieldError.invalid(`${at}.type`, type, types))
    if (format !== '' && !COLUMN_FORMATS.includes(format ?? '')) {
      errors.push(fieldError.invalid(`${at}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`))
    }
    if (jsonPath === '') errors.push(fieldError.required(`${at}.JSONPath`))
    else errors.push(...simplePath(jsonPath ?? '', `${at}.JSONPath`))
    return errors
  })
}

const simplePath = (value: string, path: string): FieldError[] =>
  value.startsWith('.') ? [] : [fieldError.invalid(path, value, 'must be a simple json path starting with .')]

/** Faults of `subresources`. */
export function validateSubresources(subresources: Json | undefined, path: string): FieldError[] {
  const scale = isObject(subresources) ? subresources['scale'] : undefined
  if (!isObject(scale)) return []
  const under = (field: string, places: readonly string[], why: string): FieldError[] => {
    const value = textAt(scale, field)
    const at = `${path}.scale.${field}`
    if (value === '') return field === 'labelSelectorPath' ? [] : [fieldError.required(at)]
    const faults = simplePath(value, at)
    if (faults.length > 0 || places.some((place) => value.startsWith(place))) return faults
    return [fieldError.invalid(at, value, why)]
  }
  return [
    ...under('specReplicasPath', ['.spec.'], 'should be a json path under .spec'),
    ...under('statusReplicasPath', ['.status.'], 'should be a json path under .status'),
    ...under('labelSelectorPath', ['.spec.', '.status.'], 'should be a json path under either .spec or .status'),
  ]
}
