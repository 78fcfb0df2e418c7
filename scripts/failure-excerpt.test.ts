import { describe, expect, test } from 'vitest'
import { failureExcerpt, failureNames } from './failure-excerpt.mjs'

const numbers = (count: number, sign: string): string[] => Array.from({ length: count }, (_, at) => `${sign}   ${at},`)

describe('failureExcerpt', () => {
  test('returns the first lines of each failure of vitest, before the lines of the end', () => {
    const failure = (name: string): string[] => [
      ` FAIL  |units| worker/${name}.test.ts > does something`,
      `AssertionError: ${name}`,
      ...Array.from({ length: 300 }, (_, line) => `    at ${line}`),
    ]
    const excerpt = failureExcerpt(['passed', ...failure('first'), ...failure('second')].join('\n'))
    expect(excerpt).toContain('worker/first.test.ts > does something\nAssertionError: first')
    expect(excerpt).toContain('AssertionError: second')
    expect(excerpt).not.toContain('passed')
    expect(excerpt.split('\n')).toHaveLength(81)
  })

  test('joins the numbers of a difference of bytes', () => {
    const lines = [' FAIL  a.test.ts > bytes', '  Uint8Array [', ...numbers(60, '-'), ...numbers(2, '+'), '  ]']
    const excerpt = failureExcerpt(lines.join('\n')).split('\n')
    expect(excerpt).toHaveLength(5)
    expect(excerpt[2]).toMatch(/^- {3}0 1 2 .* 31 and 28 more$/)
    expect(excerpt[3]).toBe('+   0 1')
  })

  test('shows the place of a failure after a long difference', () => {
    const difference = Array.from({ length: 90 }, (_, at) => `+   "field": ${at},`)
    const lines = [' FAIL  a.test.ts > objects', ...difference, ' ❯ a.test.ts:4:10', '    3| test()']
    expect(failureExcerpt(lines.join('\n'))).toMatch(/"field": 38,\n…\n ❯ a\.test\.ts:4:10$/)
  })

  test('reads coloured headings of Playwright', () => {
    const heading = '\u001B[31m  1) map.spec.ts:8:5 › a map \u001B[39m'
    expect(failureExcerpt(`${heading}\n\n    Error: no map`)).toBe('  1) map.spec.ts:8:5 › a map \n\n    Error: no map')
  })

  test('counts the failures after the fiftieth', () => {
    const output = Array.from({ length: 60 }, (_, at) => ` FAIL  a.test.ts > ${at}`).join('\n')
    expect(failureExcerpt(output)).toMatch(/> 49\n\nand 10 more failures$/)
  })

  test('returns the lines of an output that say FAIL', () => {
    expect(failureExcerpt('ok   one\nFAIL two\n3 failures')).toBe('FAIL two')
  })

  test('returns the last lines of an output without marked failures', () => {
    expect(failureExcerpt(Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n')).split('\n')).toHaveLength(
      100,
    )
  })
})

describe('failureNames', () => {
  test('returns each heading and each line of one failure once', () => {
    const output = ['  1) map.spec.ts:8:5 › a map', '    Error', '  1) map.spec.ts:8:5 › a map', 'FAIL two', 'ok   one']
    expect(failureNames(output.join('\n'))).toEqual(['1) map.spec.ts:8:5 › a map', 'FAIL two'])
  })
})
