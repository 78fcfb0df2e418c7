import { boundedNumber } from '../../worker/api/numbers.ts'
import type { FieldPath } from '../client/field-path.ts'
import { fieldHint } from './near-field.ts'
import type { TypeNode } from './openapi.ts'

export interface Fault {
  readonly path: FieldPath
  /** Whether the error concerns the key of the path and not its value. */
  readonly atKey: boolean
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** A proposal for a mistyped name: `Did you mean "replicas"?` */
  readonly hint?: string
  /** The rule of docs/reference that the object breaks: `verbs 8`. */
  readonly citation?: string
}

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null'

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  const kind = typeof value
  if (kind === 'bigint' || kind === 'number') return 'number'
  return kind === 'string' || kind === 'boolean' ? kind : 'object'
}

/** The errors that the schema defines: unknown fields, wrong types, values outside an enum. A dry run finds the others. */
export function schemaFaults(value: unknown, type: TypeNode, path: FieldPath = []): Fault[] {
  const { schema } = type
  const kind = kindOf(value)
  const wrong = (expected: string): Fault[] => [
    {
      path,
      atKey: false,
      severity: 'error',
      message: `This must be ${expected}, not ${kind === 'array' ? 'a list' : `a ${kind}`}.`,
    },
  ]
  if (kind === 'null' || schema.format === 'int-or-string' || schema.oneOf !== undefined) return []
  if (schema.items !== undefined)
    return Array.isArray(value) ? value.flatMap((item, i) => below(type, item, path, i)) : wrong('a list')
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('a mapping')
    return Object.entries(value).flatMap(([key, child]) => member(type, key, child, path))
  }
  if (schema.type === 'string' && kind !== 'string') return wrong('text; put it in quotes')
  if (schema.type === 'integer' && !(kind === 'number' && Number.isInteger(boundedNumber(value))))
    return wrong('a whole number')
  if (schema.type === 'number' && kind !== 'number') return wrong('a number')
  if (schema.type === 'boolean' && kind !== 'boolean') return wrong('true or false')
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return [
      { path, atKey: false, severity: 'error', message: `This must be one of ${schema.enum.map(String).join(', ')}.` },
    ]
  return []
}

function below(type: TypeNode, value: unknown, path: FieldPath, step: string | number): Fault[] {
  const child = type.child(step)
  return child === undefined ? [] : schemaFaults(value, child, [...path, step])
}

function member(type: TypeNode, key: string, value: unknown, path: FieldPath): Fault[] {
  const open =
    type.schema.additionalProperties !== undefined || type.schema['x-kubernetes-preserve-unknown-fields'] === true
  if (type.child(key) === undefined && !open)
    return [
      {
        path: [...path, key],
        atKey: true,
        severity: 'error',
        message: `There is no field "${key}" here; the server would refuse it.`,
        hint: fieldHint(type, [key]),
      },
    ]
  return below(type, value, path, key)
}
