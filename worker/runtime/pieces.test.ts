import { expect, it } from 'vitest'
import { Pieces, piecesOf } from './pieces.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (pieces: Pieces): string => new TextDecoder().decode(pieces.join())

it('has the sum of the chunk lengths and joins chunks without changing them', () => {
  const chunk = bytes('ab')
  const pieces = new Pieces([chunk, bytes(''), bytes('cde')])
  expect([pieces.byteLength, text(pieces)]).toEqual([5, 'abcde'])
  pieces.join()[0] = 0
  expect(chunk).toEqual(bytes('ab'))
})

it.each([
  ['one byte a character', 'x'],
  ['several bytes a character', 'ä🎉'],
])('puts texts of %s between bytes', (_what, word) => {
  const pieces = piecesOf([word, bytes('-'), '', `${word}!`, bytes('+')])
  expect(text(pieces)).toBe(`${word}-${word}!+`)
  expect(pieces.byteLength).toBe(bytes(`${word}-${word}!+`).length)
})
