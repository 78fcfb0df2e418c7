import { expect, it } from 'vitest'
import { boundedSchema, rulesOf, valueAtRule } from './rules-of-definition.ts'

const names = {
  type: 'array',
  items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self != ""' }] },
  'x-kubernetes-validations': [{ rule: 'size(self) > 0' }],
}
const definition = {
  spec: {
    versions: [
      { served: false, schema: { openAPIV3Schema: { 'x-kubernetes-validations': [{ rule: 'false' }] } } },
      { served: true, schema: { openAPIV3Schema: { type: 'object', properties: { names } } } },
    ],
  },
}

it('finds the rules of the first served version with the schemas of their values', () => {
  expect(rulesOf(definition).map(({ rule, path }) => [rule, path])).toEqual([
    ['size(self) > 0', 'names'],
    ['self != ""', 'names[]'],
  ])
  expect(valueAtRule({ names: ['a', 'b'] }, 'names[]')).toBe('a')
  expect(valueAtRule({ names: {} }, 'names[]')).toBeUndefined()
  expect(rulesOf(null)).toEqual([])
})

it('adds the bounds that a schema lacks', () => {
  const { schema, added } = boundedSchema(names, 10)
  expect(added).toEqual(['self: maxItems', '[]: maxLength'])
  expect(schema).toMatchObject({ maxItems: 10, items: { maxLength: 10 } })
})
