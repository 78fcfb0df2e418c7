import { expect, it } from 'vitest'
import { noteWritten } from '../../api/written-quantity.ts'
import { givenQuantity, isWhole } from './quantities.ts'

it('counts thousandths in 64 bits, so that a large whole number may count as a fraction', () => {
  expect(['1', '1.5', '2000m', '1e21', `1${'0'.repeat(21)}`].map(isWhole)).toEqual([true, false, true, true, false])
})

it('returns the text of the document until the canonical text is replaced', () => {
  const amounts = { memory: '1' }
  noteWritten(amounts, 'memory', { text: `1${'0'.repeat(21)}`, canonical: '1', isMilli: true })
  expect(givenQuantity(amounts, 'memory')).toBe(`1${'0'.repeat(21)}`)
  amounts.memory = '2'
  expect(givenQuantity(amounts, 'memory')).toBe('2')
})
