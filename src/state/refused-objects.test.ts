import { expect, it } from 'vitest'
import { listRefused } from './refused-objects.ts'

const refused = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `pod/${index}`, error: new Error('is invalid') }))

it('has a line for each refused object', () => {
  expect(listRefused(refused(2))).toBe('pod/0: is invalid\npod/1: is invalid')
})

it('says after ten lines how many objects are missing', () => {
  expect(listRefused(refused(12)).split('\n').slice(9)).toEqual(['pod/9: is invalid', 'and 2 more'])
})
