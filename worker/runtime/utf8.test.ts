import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLonger, utf8Length } from './utf8.ts'

const encoder = new TextEncoder()

it.each([
  ['', 0],
  ['plain', 5],
  ['é', 2],
  ['€', 3],
  ['😀', 4],
  ['\ud83d', 3],
  ['\ude00\ud83d', 6],
  ['a\ud83dz', 5],
])('counts the bytes of %j', (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes)
})

it('agrees with the encoder on any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
      (text) => {
        expect(utf8Length(text)).toBe(encoder.encode(text).length)
      },
    ),
    { seed: 13 },
  )
})

it.each([
  ['aaaa', 4, false],
  ['aaaa', 3, true],
  ['éé', 4, false],
  ['éé', 3, true],
  ['€', 2, true],
])('%j is longer than %i bytes: %s', (text, limit, longer) => {
  expect(isLonger(text, limit)).toBe(longer)
})
