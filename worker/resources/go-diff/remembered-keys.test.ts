import { expect, test } from 'vitest'
import { rememberedKeys } from './remembered-keys.ts'

test('sorts the keys of a map once', () => {
  const keysOf = rememberedKeys()
  const map = { b: 1, a: 2 }
  expect(keysOf(map)).toEqual(['a', 'b'])
  expect(keysOf(map)).toBe(keysOf(map))
  expect(keysOf({ c: 1 })).toEqual(['c'])
})
