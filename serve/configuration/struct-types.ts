import type { Field, ListSchema, ScalarSchema, Schema, StructSchema } from '../../worker/schema/schema.ts'

// The notation of the types of configuration files: the types of the real server, whose names its errors contain.

const scalar = (kind: ScalarSchema['kind']): ScalarSchema => ({ type: 'scalar', kind })

export const TEXT = scalar('string')
export const DURATION = scalar('duration')

export const listOf = (items: Schema): ListSchema => ({ type: 'list', items, listType: 'atomic' })

/** A field whose empty value is left out. */
export const optional = (schema: Schema): Field => ({ schema, omitEmpty: true })

/** A field whose absence differs from its empty value: a pointer in Go. */
export const pointer = (schema: Schema): Field => ({ schema, omitEmpty: true, pointer: true })

/** A struct. A field without a note is always written. `name` is its name in Go, with the package. */
export const structOf = (name: string, fields: Readonly<Record<string, Schema | Field>>): StructSchema => ({
  type: 'struct',
  name,
  fields: new Map(
    Object.entries(fields).map(([field, given]): [string, Field] => [
      field,
      'schema' in given ? given : { schema: given },
    ]),
  ),
})
