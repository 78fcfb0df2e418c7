import { expect, it } from 'vitest'
import { mergeTypeOf } from './merge-type.ts'
import { validateTyped } from './typed-validate.ts'

it('accepts any member of spec, but not of status, when the schema declares no fields', () => {
  const status = { schema: { type: 'struct' as const, fields: new Map([['a', { schema: mapless }]]) } }
  const type = mergeTypeOf({
    type: 'struct',
    fields: new Map([
      ['spec', { schema: mapless }],
      ['status', status],
    ]),
  })
  expect(() => validateTyped(type, { spec: { any: 1, nested: { more: [1] } } })).not.toThrow()
  expect(() => validateTyped(type, { status: { any: 1 } })).toThrow('.status.any: field not declared in schema')
})

const mapless = { type: 'struct' as const, fields: new Map() }
