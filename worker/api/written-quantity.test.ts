import { expect, it } from 'vitest'
import { builtinType } from '../schema/builtin/types.ts'
import { decode } from '../schema/decode.ts'
import type { JsonObject } from './json.ts'
import { hasOtherStructs } from './written-quantity.ts'

it.each([
  ['2024-01-02T03:04:05Z', false],
  ['2024-01-02T03:04:05.000Z', false],
  ['2024-01-02T04:04:05+01:00', false],
  ['2024-01-02T03:04:05.5Z', true],
  ['0001-01-01T00:00:00Z', true],
])('whether the struct of the time %s differs from the struct of its canonical form: %s', (timeAdded, expected) => {
  const taints = [{ key: 'a', effect: 'NoExecute', timeAdded }]
  const { object } = decode(builtinType('api.core.v1.Node'), { spec: { taints } })
  expect(hasOtherStructs((object['spec'] as JsonObject)['taints'])).toBe(expected)
})

it.each([
  ['500m', false],
  [1, false],
  ['0.5', true],
  ['1024Mi', true],
])('whether the struct of the quantity %s differs from the struct of its canonical form: %s', (cpu, expected) => {
  const limits = [{ type: 'Container', max: { cpu } }]
  const { object } = decode(builtinType('api.core.v1.LimitRange'), { spec: { limits } })
  expect(hasOtherStructs(object)).toBe(expected)
})
