import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { isPlainPattern, nativeTest } from './native-pattern.ts'

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab0_-. $|(A\n\r\u2028é😀\ud83d'), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 12 }),
)
const member = fc.constantFrom(
  'a',
  'b',
  'a-z',
  '0-9',
  'A-Z',
  '-',
  '_',
  '.',
  '\\.',
  '\\-',
  '\\d',
  '\\w',
  '$',
  '|',
  ' ',
  '--9',
)
const klass = fc.array(member, { minLength: 1, maxLength: 4 }).map((members) => `[${members.join('')}]`)
const atom = fc.oneof(klass, fc.constantFrom('a', 'b', '-', '_', '\\.', '\\$', '\\d', '\\w', '\\|', ' '))
const times = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?', '{,2}')
const term = fc.tuple(atom, times).map(([one, many]) => one + many)
const terms = fc.array(term, { maxLength: 3 }).map((all) => all.join(''))
const group = fc
  .tuple(
    fc.constantFrom('(', '(?:'),
    fc.array(terms, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(')', ')?', ')*', ')+'),
  )
  .map(([open, alternatives, close]) => open + alternatives.join('|') + close)
const body = fc.array(fc.oneof(term, group, fc.constantFrom('|', '.', '^')), { maxLength: 5 })
const pattern = body.map((parts) => `^${parts.join('')}$`)

const correct = (source: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(source)
  } catch {
    return undefined
  }
}

describe('the native test of a pattern', () => {
  it('has the results of the real server’s engine', () => {
    let compared = 0
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
        const program = correct(source)
        const native = program && nativeTest(source)
        if (program === undefined || native === undefined) return
        compared++
        for (const given of texts) expect([given, native(given)]).toEqual([given, program.test(given)])
      }),
      { numRuns: 800, seed: 1 },
    )
    expect(compared).toBeGreaterThan(50)
  })

  it.each([
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
    '^[a-z0-9 ]*$',
    '^(Always|Never|IfNotPresent)$',
    '^v\\d+$',
    '^[A-Z]{2,3}$',
  ])('exists for %s', (source) => expect(nativeTest(source)).toBeDefined())

  it.each([
    'a',
    '^a|b$',
    '^a\\$',
    '^(a+)+$',
    '^a*a*$',
    '^(a|b)*$',
    '^((a))$',
    '^.$',
    '^\\s$',
    '^[^a]$',
    '^[[:alpha:]]$',
    '^(?i)a$',
    '^a*?$',
    '^é$',
    '^a?a?a?a?a?a?a?$',
    '^\\x41$',
    '^a\\b$',
  ])('does not exist for %s', (source) => expect(nativeTest(source)).toBeUndefined())

  it('leaves a long text to the other engine', () => {
    expect(nativeTest('^a*$')?.('a'.repeat(10_001))).toBeUndefined()
  })
})

describe('a plain pattern', () => {
  it('is correct for the real server’s engine', () => {
    let plain = 0
    fc.assert(
      fc.property(pattern, (source) => {
        if (!isPlainPattern(source)) return
        plain++
        expect([source, correct(source)]).toEqual([source, expect.anything()])
      }),
      { numRuns: 5000 },
    )
    expect(plain).toBeGreaterThan(50)
  })

  it.each(['^[z-a]$', '^a{2,1}$', '^a{1001}$', '^a{1,1001}$', '^a{1001,}$', '^(a$', '^a)$', '^[\\d-z]$', '^a**$'])(
    'is not %s, which the engine must judge',
    (source) => expect(isPlainPattern(source)).toBe(false),
  )

  it('may have classes, groups and repetitions', () => {
    for (const source of ['^[a-z0-9 ]*$', '^(a|b)?[0-9]{1,3}$', '^[a-z]([-a-z0-9]*[a-z0-9])?$'])
      expect([source, isPlainPattern(source)]).toEqual([source, true])
  })
})
