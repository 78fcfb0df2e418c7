import type { TypeNode } from './openapi.ts'

/** A type in the notation of `explain`: `string`, `[]Object`, `map[string]string`, `int32`. */
export function describeType(node: TypeNode): string {
  const { type, format, items, additionalProperties, properties, oneOf } = node.schema
  if (format === 'int-or-string') return 'IntOrString'
  if (items !== undefined) return `[]${describeType(node.child(0) ?? node)}`
  if (typeof additionalProperties === 'object') return `map[string]${describeType(node.child('*') ?? node)}`
  if (properties !== undefined || type === 'object') return 'Object'
  if (type === 'integer' && format !== undefined) return format
  if (type === undefined && oneOf !== undefined) return oneOf.map((one) => one.type).join(' or ')
  return format === undefined ? (type ?? 'any') : `${type} (${format})`
}
