import { isJsonValue } from './json-values.ts'
import type { Value } from './values.ts'
import { Dict, List, Opaque, Optional, TypeValue, typeName } from './values.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

const NAMES = lookupTable<string>({
  'google.protobuf.Timestamp': 'types.Timestamp',
  'google.protobuf.Duration': 'types.Duration',
  null_type: 'types.Null',
})

/** The name of the Go type that holds the value in the real server; some errors show it. */
export function goType(value: Value): string {
  if (value instanceof Opaque) return value.goType
  if (value instanceof List) return '*types.baseList'
  if (value instanceof Dict) return '*types.baseMap'
  if (value instanceof Optional) return '*types.Optional'
  if (value instanceof TypeValue) return '*types.Type'
  const name = typeName(value)
  return NAMES[name] ?? `types.${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** `goType` of a value that a path selects. The real server does not wrap JSON there. */
export function goTypeOfPath(value: Value): string {
  if (value === null) return '<nil>'
  if (!isJsonValue(value)) return goType(value)
  return value instanceof List ? '[]interface {}' : 'map[string]interface {}'
}
