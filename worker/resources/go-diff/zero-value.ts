import type { GoType, GoValue } from './go-type.ts'
import { scalarOf } from './value-node.ts'

/** Whether a value is the zero value of its Go type. */
export function isZero(type: GoType, value: GoValue): boolean {
  switch (type.kind) {
    case 'string':
      return scalarOf(type, value) === ''
    case 'bool':
      return scalarOf(type, value) === false
    case 'int':
      return String(scalarOf(type, value)) === '0'
    case 'pointer':
    case 'slice':
    case 'map':
    case 'json':
      return value === undefined || value === null
    case 'struct': {
      if (type.isText) return value === undefined || value === null
      const fields = type.read === undefined ? value : type.read(value)
      return type.fields().every((field) => isZero(field.type, field.read(fields)))
    }
  }
}
