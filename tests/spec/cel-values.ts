import { readType } from '../../worker/cel/declarations.ts'
import { DictOf } from '../../worker/cel/dict-of.ts'
import type { Type } from '../../worker/cel/types.ts'
import { DYN, listOf, mapOf } from '../../worker/cel/types.ts'
import type { Value } from '../../worker/cel/values.ts'
import { Double, ListOf, TypeValue, Uint, int } from '../../worker/cel/values.ts'
import type { Row } from './tables.ts'

/** A declared type in the JSON form of `google.api.expr.v1alpha1.Type`. */
export function typeOf(type: Row): Type {
  const { primitive, wellKnown, listType, mapType } = type
  const names: Record<string, string> = { INT64: 'int', UINT64: 'uint', BOOL: 'bool', BYTES: 'bytes', STRING: 'string' }
  if (typeof primitive === 'string') return readType(names[primitive] ?? primitive.toLowerCase())
  if (typeof wellKnown === 'string') return readType(wellKnown.toLowerCase())
  const inner = (row: unknown, key: string): Type => typeOf(((row as Row)[key] ?? {}) as Row)
  if (listType !== undefined) return listOf(inner(listType, 'elemType'))
  if (mapType !== undefined) return mapOf(inner(mapType, 'keyType'), inner(mapType, 'valueType'))
  return DYN
}

const DOUBLES: Readonly<Record<string, number>> = { NaN: NaN, Infinity: Infinity, '-Infinity': -Infinity }

/** A value in the JSON form of `google.api.expr.v1alpha1.Value`. */
export function valueOf(row: Row): Value {
  const [[kind, value] = ['', null]] = Object.entries(row)
  switch (kind) {
    case 'int64Value':
      return int(BigInt(String(value)))
    case 'uint64Value':
      return new Uint(BigInt(String(value)))
    case 'doubleValue':
      return new Double(DOUBLES[String(value)] ?? Number(value))
    case 'bytesValue':
      return Uint8Array.from(atob(String(value)), (character) => character.charCodeAt(0))
    case 'typeValue':
      return new TypeValue(String(value))
    case 'listValue':
      return new ListOf((((value as Row)['values'] ?? []) as Row[]).map(valueOf))
    case 'mapValue': {
      const entries = ((value as Row)['entries'] ?? []) as { key: Row; value: Row }[]
      return new DictOf(entries.map((entry): [Value, Value] => [valueOf(entry.key), valueOf(entry.value)]))
    }
    default:
      return value as Value
  }
}

export const isNaNValue = (value: Value): boolean => value instanceof Double && Number.isNaN(value.value)
