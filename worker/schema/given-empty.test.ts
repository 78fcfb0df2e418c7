import { expect, it } from 'vitest'
import { builtinType } from './builtin/types.ts'
import { decode } from './decode.ts'
import { asGiven, noteEmpty } from '../api/given-empty.ts'

const selectorOf = (value: object) =>
  decode(builtinType('apimachinery.pkg.apis.meta.v1.LabelSelector'), { ...value }).object

it('distinguishes empty fields of a document from null ones', () => {
  const selector = selectorOf({ matchLabels: {}, matchExpressions: [] })
  expect(JSON.stringify(selector)).toBe('{}')
  expect(asGiven(selector, 'matchLabels')).toEqual({})
  expect(asGiven(selector, 'matchExpressions')).toEqual([])
  expect(asGiven(selectorOf({ matchLabels: null }), 'matchLabels')).toBeUndefined()
})

it('keeps the record in copies, and prefers a value that was set since', () => {
  const copy = { ...selectorOf({ matchLabels: {} }) }
  expect(asGiven(copy, 'matchLabels')).toEqual({})
  copy['matchLabels'] = { a: 'b' }
  expect(asGiven(copy, 'matchLabels')).toEqual({ a: 'b' })
  noteEmpty(copy, 'matchExpressions', [])
  expect(Object.keys(copy)).toEqual(['matchLabels'])
})
