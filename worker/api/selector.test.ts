import { describe, expect, it } from 'vitest'
import { parseFieldSelector, parseLabelSelector } from './selector.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

const matches = (selector: string, labels: { [key: string]: string }): boolean =>
  parseLabelSelector(selector)?.(labels) ?? true

describe('parseLabelSelector', () => {
  it.each([
    ['x=a,y!=b', { x: 'a' }, true],
    ['x=a,y!=b', { x: 'a', y: 'b' }, false],
    ['x in (a, b),!z', { x: 'b' }, true],
    ['x notin (a)', {}, true],
    ['x in (,a)', { x: '' }, true],
    ['n>3', { n: '10' }, true],
    ['n<3', { n: 'x' }, false],
    ['in,notin', { in: '', notin: '' }, true],
    ['', {}, true],
    ['\0', {}, true],
    ['x\0=a', { x: 'a' }, true],
    ['x=a\0', { x: 'b' }, false],
  ] as const)('whether %s matches %o: %s', (selector, labels, expected) => {
    expect(matches(selector, labels)).toBe(expected)
  })

  it.each([
    ['!!', "unable to parse requirement: found '!', expected: identifier"],
    ['x,,y', "found ',', expected: identifier after ','"],
    ['!x=a', "found '=', expected: ',' or 'end of string'"],
    ['x y', "unable to parse requirement: found 'y', expected: in, notin, =, ==, !=, gt, lt"],
    ['x in a', "unable to parse requirement: found 'a' expected: '('"],
    ['x in (a,,)', "unable to parse requirement: found ')', expected: ',', or identifier"],
    ['x in (,,)', "unable to parse requirement: found ')', expected: ',', or identifier"],
    ['n>9223372036854775808', 'values[0]: Invalid value: "9223372036854775808": for'],
    ['x=a,y\u00a0', 'Invalid value: "y\\u00a0": name part must consist of'],
    ['/x', 'unable to parse requirement: <nil>: Invalid value: "/x": prefix part must be non-empty'],
    [
      'n>x',
      `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
  ])('refuses %s', (selector, message) => {
    expect(() => parseLabelSelector(selector)).toThrow(message)
  })

  it('accepts and refuses the recorded selectors', () => {
    const bank = readRecording('tables', 'selectors') as Record<string, { In: string; Valid: boolean }[]>
    const rows = bank['labels:TestSetSelectorParser/setSelectorParserTests'] ?? []
    expect(rows.length).toBeGreaterThan(20)
    const accepts = (selector: string): boolean => {
      try {
        parseLabelSelector(selector)
        return true
      } catch {
        return false
      }
    }
    expect(rows.filter(({ In, Valid }) => accepts(In) !== Valid)).toEqual([])
  })
})

describe('parseFieldSelector', () => {
  it('unescapes values', () => {
    expect(parseFieldSelector('a=b\\,c,,d!=e\\=f\\\\,g==')).toEqual([
      { label: 'a', negated: false, value: 'b,c' },
      { label: 'd', negated: true, value: 'e=f\\' },
      { label: 'g', negated: false, value: '' },
    ])
  })

  it('sorts the terms in byte order, and reports the fault of the first malformed one', () => {
    expect(parseFieldSelector('b=1,B=2,a!=3').map(({ label }) => label)).toEqual(['B', 'a', 'b'])
    expect(() => parseFieldSelector('y,x')).toThrow("can't understand 'x'")
  })

  it.each([
    ['name', "invalid selector: 'name'; can't understand 'name'"],
    ['a\\=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a=\\x', 'invalid field selector: invalid escape sequence: \\x'],
  ])('refuses %s', (selector, message) => {
    expect(() => parseFieldSelector(selector)).toThrow(message)
  })
})
