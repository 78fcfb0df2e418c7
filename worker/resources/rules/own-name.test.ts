import { expect, it } from 'vitest'
import { ownName } from './own-name.ts'
import { errorsOf } from './rules-fixture.ts'

const rule = ownName((name, { kind }, isPrefix) => (name === kind || isPrefix ? [] : [`must be ${String(kind)}`]))

it('holds a name and the prefix it was made from to the rest of the object', () => {
  const both = ownName((name) => [`not ${name}`])
  expect(errorsOf(both, { metadata: { name: 'gen-1', generateName: 'gen-' } })).toEqual([
    'x.metadata.generateName: Invalid value: "gen-": not gen-',
    'x.metadata.name: Invalid value: "gen-1": not gen-1',
  ])
  expect(errorsOf(rule, { kind: 'a', metadata: { name: 'b', generateName: 'g' } })).toEqual([
    'x.metadata.name: Invalid value: "b": must be a',
  ])
})

it('leaves a name that is not there to the metadata', () => {
  expect(errorsOf(rule, { kind: 'a', metadata: {} })).toEqual([])
})
