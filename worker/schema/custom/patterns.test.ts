import { RE2JS } from 're2js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { patternSize } from './pattern-size.ts'
import { compilePattern, patternFault, PatternSteps } from './patterns.ts'

describe('a pattern', () => {
  const mismatch = (pattern: string, text: string, steps?: number): string | undefined =>
    compilePattern(pattern).mismatch(text, new PatternSteps(steps))

  it('is returned for a text that does not match it, together with the fault of an invalid pattern', () => {
    expect(mismatch('^a+$', 'aaa')).toBeUndefined()
    expect(mismatch('^a+$', 'b')).toBe('^a+$')
    expect(mismatch('a', 'bab')).toBeUndefined()
    expect(mismatch('(', 'a')).toBe('(, but pattern is invalid: error parsing regexp: missing closing ): `(`')
  })

  it('does not match a text for which it would take too many steps', () => {
    const heavy = `^${'(.{0,1000})?'.repeat(20)}$`
    const compiling = vi.spyOn(RE2JS, 'compile')
    onTestFinished(() => compiling.mockRestore())
    expect(mismatch(heavy, 'a'.repeat(50_000))).toContain('but matching it takes too long')
    expect(compiling).not.toHaveBeenCalled()
  })

  it('is compiled once for all fields that have it, with the same result', () => {
    const compiling = vi.spyOn(RE2JS, 'compile')
    onTestFinished(() => compiling.mockRestore())
    const [pattern, fault] = ['^once-[a-z]+$', 'once-(']
    for (let i = 0; i < 3; i++) {
      expect(mismatch(pattern, 'once-a')).toBeUndefined()
      expect(mismatch(pattern, 'twice')).toBe(pattern)
      expect(patternFault(pattern)).toBeUndefined()
      expect(patternFault(fault)).toBe('error parsing regexp: missing closing ): `once-(`')
    }
    expect(compiling.mock.calls.map(([text]) => text)).toEqual([pattern, fault])
  })

  it('shares the steps of one object with its other patterns', () => {
    const steps = new PatternSteps(100)
    const pattern = compilePattern('^a+$')
    expect(pattern.mismatch('aaaa', steps)).toBeUndefined()
    expect(pattern.mismatch('a'.repeat(50), steps)).toContain('takes too long')
  })
})

describe('the size of a pattern', () => {
  it.each([
    'a',
    '^a+$',
    '(a|b)*c',
    '[a-z]{1,63}',
    '(.{0,1000})?',
    '((ab){2,10}c){3}',
    'a{1000}',
    '[]a]{5}',
    '\\{3}',
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
  ])('of %s is near the size of its program', (pattern) => {
    const program = RE2JS.compile(pattern).programSize()
    expect(patternSize(pattern)).toBeLessThanOrEqual(program * 3 + 10)
    expect(patternSize(pattern)).toBeGreaterThanOrEqual(program / 3 - 10)
  })

  it('is computed even for patterns that no engine can compile', () => {
    expect(patternSize('(a{1000}){1000}')).toBeGreaterThan(1e6)
    expect(patternSize(')('.repeat(1000))).toBeGreaterThan(0)
  })
})
