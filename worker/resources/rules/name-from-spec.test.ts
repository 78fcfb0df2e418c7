import { expect, it } from 'vitest'
import { nameFromSpec } from './name-from-spec.ts'
import { errorsOf } from './rules-fixture.ts'

const rule = nameFromSpec((name, { kind }, isPrefix) => (name === kind || isPrefix ? [] : [`must be ${String(kind)}`]))

it('validates `name` and `generateName` against the rest of the object', () => {
  const both = nameFromSpec((name) => [`not ${name}`])
  expect(errorsOf(both, { metadata: { name: 'gen-1', generateName: 'gen-' } })).toEqual([
    'x.metadata.generateName: Invalid value: "gen-": not gen-',
    'x.metadata.name: Invalid value: "gen-1": not gen-1',
  ])
  expect(errorsOf(rule, { kind: 'a', metadata: { name: 'b', generateName: 'g' } })).toEqual([
    'x.metadata.name: Invalid value: "b": must be a',
  ])
})

it('reports no error for an absent name', () => {
  expect(errorsOf(rule, { kind: 'a', metadata: {} })).toEqual([])
})
