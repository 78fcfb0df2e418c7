import { expect, it } from 'vitest'
import { differences } from './differences.ts'

const table = (age: string) => ({ rows: [{ cells: ['a', age] }] })

it('accepts an age in a Table that is some seconds above the recorded one', () => {
  expect(differences(table('0s'), table('1s'))).toEqual([])
  expect(differences(table('1s'), table('0s'))).toHaveLength(1)
  expect(differences(table('1s'), table('40s'))).toHaveLength(1)
  expect(differences(table('0s'), table('<unknown>'))).toHaveLength(1)
})

it('compares seconds outside the cells of a Table exactly', () => {
  expect(differences({ timeout: '1s' }, { timeout: '2s' })).toEqual(['.timeout: want "1s", got "2s"'])
})
