import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Marked } from './patterns.ts'
import { patternOf } from './patterns.ts'

const pattern = (text: string, quoted = false) => patternOf([{ text, quoted }])

/** The same pattern as a regular expression. */
const expressionOf = (parts: readonly Marked[]): string =>
  parts
    .map(({ text, quoted }) =>
      quoted
        ? text.replace(/[*?[\]]/g, '\\$&')
        : text.replace(/\*+/g, '[^]*').replace(/\?/g, '[^]').replaceAll('[!', '[^'),
    )
    .join('')

const part = fc.record({
  text: fc
    .array(fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '😀'), { maxLength: 5 })
    .map((all) => all.join('')),
  quoted: fc.constant(false),
})
const literal = fc.record({ text: fc.string({ unit: fc.constantFrom('a', 'b', '*', '?') }), quoted: fc.constant(true) })
const subject = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '😀', '\n'), maxLength: 12 })

describe('a pattern of the shell', () => {
  it('matches as a regular expression does', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(part, literal), { maxLength: 3 }), subject, (parts, text) => {
        const [source, own] = [expressionOf(parts), patternOf(parts)]
        const lazy = source.replaceAll('[^]*', '[^]*?')
        const found = new RegExp(source, 'u').exec(text)
        expect(own.matches(text)).toBe(new RegExp(`^(?:${source})$`, 'u').test(text))
        expect(own.end(text, true)).toBe(new RegExp(`^(?:${source})`, 'u').exec(text)?.[0].length)
        expect(own.end(text, false)).toBe(new RegExp(`^(?:${lazy})`, 'u').exec(text)?.[0].length)
        expect(own.start(text, true)).toBe(new RegExp(`(?:${source})$`, 'u').exec(text)?.index)
        expect(own.start(text, false)).toBe(new RegExp(`^([^]*)(?:${source})$`, 'u').exec(text)?.[1]?.length)
        expect(own.search(text, 0)).toEqual(
          found === null ? undefined : { start: found.index, end: found.index + found[0].length },
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('reads a long text once, with any number of stars', () => {
    const text = 'a'.repeat(100_000)
    expect(pattern('*a*a*a*a*b').matches(text)).toBe(false)
    expect(pattern('a*b').search(text, 0)).toBeUndefined()
    expect([pattern('*b').end(text, true), pattern('b*').start(text, true)]).toEqual([undefined, undefined])
    expect(pattern('*').end(text, true)).toBe(text.length)
  })
})
