import { expect, it } from 'vitest'
import { builtinType } from '../schema/builtin/types.ts'
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

it('accepts any value for an int-or-string, and scalars for a quantity', () => {
  const budget = mergeTypeOf(builtinType('api.policy.v1.PodDisruptionBudget'))
  expect(() => validateTyped(budget, { spec: { minAvailable: { a: [1] }, maxUnavailable: ['x'] } })).not.toThrow()
  const quota = mergeTypeOf(builtinType('api.core.v1.ResourceQuota'))
  expect(() => validateTyped(quota, { spec: { hard: { cpu: { a: 1 } } } })).toThrow(
    'expected any scalar, got &{map[a:1]}',
  )
})

const mapless = { type: 'struct' as const, fields: new Map() }
