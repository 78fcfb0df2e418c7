import { expect, it } from 'vitest'
import { suggestions } from './suggestions.ts'

it('names commands that are near to a word, and those that other clients call so', () => {
  const names = ['delete', 'get', 'set', 'wait']
  expect(suggestions('gte', names)).toBe('\nDid you mean this?\n\tget\n')
  expect(suggestions('list', names)).toBe('\nDid you mean this?\n\tget\n\twait\n')
  expect(suggestions('zzz', names)).toBe('')
})
