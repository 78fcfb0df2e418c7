import { MESSAGES } from './messages.ts'
import type { Type } from './types.ts'
import * as types from './types.ts'
import { Double, Uint } from './values.ts'

/** The type of each identifier that names a type: `int` has the type `type(int)`. */
export const TYPE_NAMES: ReadonlyMap<string, Type> = new Map([
  ...[
    types.BOOL,
    types.BYTES,
    types.DOUBLE,
    types.DURATION,
    types.INT,
    types.NULL,
    types.STRING,
    types.TIMESTAMP,
    types.TYPE,
    types.UINT,
    types.listOf(types.DYN),
    types.mapOf(types.DYN, types.DYN),
  ].map((type): [string, Type] => [type.name, types.typeOf(type)]),
  ...[...MESSAGES].map(([name, { type }]): [string, Type] => [name, types.typeOf(type)]),
])

/**
 * Names of schema types that the real server's type provider takes for variables of these types. They have no value: reading
 * one fails.
 */
export const SCHEMA_TYPES: ReadonlyMap<string, Type> = new Map([
  ['duration', types.DURATION],
  ['timestamp', types.TIMESTAMP],
])

/** The enumeration values of the well-known types. */
export const ENUM_VALUES: ReadonlyMap<string, number> = new Map([['google.protobuf.NullValue.NULL_VALUE', 0]])

export function constantType(value: unknown): Type {
  if (value === null) return types.NULL
  if (typeof value === 'boolean') return types.BOOL
  if (typeof value === 'string') return types.STRING
  if (value instanceof Uint) return types.UINT
  if (value instanceof Double) return types.DOUBLE
  return value instanceof Uint8Array ? types.BYTES : types.INT
}
