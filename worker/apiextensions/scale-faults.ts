import type { FieldError } from '../api/field-error.ts'
import { fieldError } from '../api/field-error.ts'
import { goText, goType } from '../api/go-format.ts'
import type { Json } from '../api/json.ts'
import { isObject, ownMember } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { ScalePaths } from '../resources/scale-paths.ts'

const MAX_REPLICAS = 2147483647

/** The faults of the fields that a Scale shows. `statusOnly`: does not check the replicas in the spec. */
export function scaleFaults(object: ApiObject, scale: ScalePaths | undefined, statusOnly: boolean): FieldError[] {
  if (scale === undefined) return []
  const { spec, status, selector } = scale
  return [
    ...(statusOnly ? [] : replicaFaults(object, spec)),
    ...replicaFaults(object, status),
    ...(selector === undefined ? [] : selectorFaults(object, selector)),
  ]
}

const accessFault = (path: string, value: Json, wanted: string): string =>
  `.${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected ${wanted}`

interface Access {
  /** The value of the field. It is undefined when the object lacks the field, and when there is a fault. */
  readonly value?: Json
  readonly fault?: string
}

function access(object: Json, path: string): Access {
  const names = path.split('.')
  let value: Json | undefined = object
  for (const [index, name] of names.entries()) {
    if (value === null) return {}
    if (!isObject(value)) {
      return { fault: accessFault(names.slice(0, index + 1).join('.'), value, 'map[string]interface{}') }
    }
    value = ownMember(value, name)
    if (value === undefined) return {}
  }
  return { value }
}

const isInteger = (value: Json): value is number | bigint => typeof value === 'bigint' || Number.isSafeInteger(value)

function replicaFaults(object: ApiObject, path: string): FieldError[] {
  const field = `.${path}`
  const { value, fault } = access(object, path)
  if (fault !== undefined) return [fieldError.invalid(field, 0, fault)]
  if (value === undefined) return []
  if (!isInteger(value)) return [fieldError.invalid(field, 0, accessFault(path, value, 'int64'))]
  if (value < 0) return [fieldError.invalid(field, value, 'should be a non-negative integer')]
  return value > MAX_REPLICAS
    ? [fieldError.invalid(field, value, `should be less than or equal to ${MAX_REPLICAS}`)]
    : []
}

function selectorFaults(object: ApiObject, path: string): FieldError[] {
  const { value, fault } = access(object, path)
  const problem = value === undefined || typeof value === 'string' ? fault : accessFault(path, value, 'string')
  return problem === undefined ? [] : [fieldError.invalid(`.${path}`, '', problem)]
}
