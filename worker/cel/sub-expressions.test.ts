import { describe, expect, it } from 'vitest'
import { subExpressions } from './sub-expressions.ts'

describe('the parts of an expression', () => {
  it('begin with the whole expression, and omit scalar literals', () => {
    expect(subExpressions('self.a + 1 == size(self.b) && !self.c')).toEqual([
      '((self.a + 1) == size(self.b)) && (!self.c)',
      '(self.a + 1) == size(self.b)',
      'self.a + 1',
      'self.a',
      'self',
      'size(self.b)',
      'self.b',
      '!self.c',
      'self.c',
    ])
  })

  it('have a bounded total length, not counting the whole expression', () => {
    const whole = `${'['.repeat(100)}${'a,'.repeat(4000)}a${']'.repeat(100)}`
    const parts = subExpressions(whole)
    expect(parts[0]?.length).toBeGreaterThan(8000)
    expect(parts.slice(1).join('').length).toBeLessThanOrEqual(8000)
  })

  it('omit parts whose value depends on the element of a macro', () => {
    expect(subExpressions('self.list.all(x, x > self.min) ? [1] : []')).toEqual([
      'self.list.all(x, x > self.min) ? [1] : []',
      'self.list.all(x, x > self.min)',
      'self.list',
      'self',
      '[1]',
      '[]',
    ])
    expect(subExpressions('has(self.a.b)')).toEqual(['has(self.a.b)', 'self.a', 'self'])
  })

  it('read indices, optionals and maps', () => {
    expect(subExpressions(`m['a'] in m.?b.orValue({"c": 2u})`)).toEqual([
      `m["a"] in m.?b.orValue({"c": 2u})`,
      'm["a"]',
      'm',
      'm.?b.orValue({"c": 2u})',
      'm.?b',
      '{"c": 2u}',
    ])
  })

  it('are an empty list for a text with faults', () => {
    expect(subExpressions('self.')).toEqual([])
  })
})
