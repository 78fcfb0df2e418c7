import { expect, it } from 'vitest'
import { Warnings } from './warnings.ts'

const texts = (...added: string[]): string[] => {
  const warnings = new Warnings()
  for (const text of added) warnings.add(text)
  return warnings.headers().map(([, value]) => value)
}

it('writes each text once, quoted, and no empty text', () => {
  expect(texts('a', 'unknown field "x\\y"', 'a', '')).toEqual(['299 - "a"', '299 - "unknown field \\"x\\\\y\\""'])
})

it('writes UTF-8 bytes and omits texts with control characters', () => {
  expect(texts('é', 'a\nb')).toEqual(['299 - "\u00c3\u00a9"'])
})

it('cuts texts to 256 characters when all together exceed 4096, and omits the texts that still do not fit', () => {
  const long = Array.from({ length: 20 }, (_, i) => String(i).padStart(2, '0').repeat(150))
  const cut = texts(...long)
  expect(cut).toHaveLength(16)
  expect(cut.every((text) => text.length === 256 + '299 - ""'.length)).toBe(true)
})

it('sends the text with which all together exceed 4096 characters, and none after it', () => {
  const short = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0').repeat(50))
  expect(texts(...short)).toHaveLength(41)
})

it('still sends texts after the exceeding one while the cut texts leave room', () => {
  expect(texts('a'.repeat(4000), 'b'.repeat(4000), 'c')).toHaveLength(3)
})
