import { expect, it } from 'vitest'
import { suggestions } from './suggestions.ts'

it('names commands within two edits of a word, and commands that other clients call by that word', () => {
  const names = ['delete', 'get', 'set', 'wait']
  expect(suggestions('gte', names)).toBe('\nDid you mean this?\n\tget\n')
  expect(suggestions('list', names)).toBe('\nDid you mean this?\n\tget\n\twait\n')
  expect(suggestions('zzz', names)).toBe('')
})
