import { expect, it } from 'vitest'
import { labelValue, qualifiedName } from './names.ts'

it('counts the length of a name in bytes, as Go does', () => {
  // 40 characters of two bytes each.
  expect(labelValue('é'.repeat(40))).toEqual([
    'must be no more than 63 characters',
    expect.stringContaining('a valid label must be'),
  ])
  expect(labelValue('é')).toEqual([expect.stringContaining('a valid label must be')])
  expect(qualifiedName(`example.com/${'é'.repeat(40)}`)).toContain('name part must be no more than 63 characters')
})
