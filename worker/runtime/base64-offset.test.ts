import { expect, test } from 'vitest'
import { badBase64Offset } from './base64-offset.ts'

test.each([
  ['hello', 4],
  ['a b=', 1],
  ['YQ=', 3],
  ['YQ==x', 4],
])('finds the offset of the fault in %s', (text, offset) => {
  expect(badBase64Offset(text)).toBe(offset)
})
