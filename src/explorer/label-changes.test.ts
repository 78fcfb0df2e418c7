import { expect, it } from 'vitest'
import { readLabelChanges } from './label-changes.ts'

it('sets and removes labels', () => {
  expect(readLabelChanges(' app=web, tier- example.org/empty=')).toEqual({
    app: 'web',
    tier: null,
    'example.org/empty': '',
  })
})

it.each(['', 'app', '=x', '-'])('refuses %j and says what to write', (text) => {
  expect(() => readLabelChanges(text)).toThrow('write key=value'.slice(1))
})
