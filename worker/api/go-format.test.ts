import { expect, test } from 'vitest'
import { compareText, sortedKeys, sortTexts } from './byte-order.ts'
import { aggregateText, goNumber, goSyntax, goText, goType, quote, withoutArguments } from './go-format.ts'
import { goJson } from './go-json.ts'

// Results of Go 1.22: fmt.Sprintf and encoding/json.
test.each([
  ['a"b\\', '"a\\"b\\\\"'],
  ['\x07\b\f\n\r\t\v', '"\\a\\b\\f\\n\\r\\t\\v"'],
  ['\0\x7f', '"\\x00\\x7f"'],
  ['\u00a0\u2028', '"\\u00a0\\u2028"'],
  ['äß😀', '"äß😀"'],
  ['\u{e0001}', '"\\U000e0001"'],
])('quotes %j as %%q does', (text, quoted) => expect(quote(text)).toBe(quoted))

test.each([
  [1, '1'],
  [0.5, '0.5'],
  [1e20, '1e+20'],
  [1e21, '1e+21'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1e-10, '1e-10'],
])('prints the number %d as %%v does', (value, text) => expect(goNumber(value)).toBe(text))

test('prints decoded JSON as %v, %#v and %T do', () => {
  const value = { b: [1, 'x', null], a: true }
  expect(goText(value)).toBe('map[a:true b:[1 x <nil>]]')
  expect(goSyntax(value)).toBe('map[string]interface {}{"a":true, "b":[]interface {}{1, "x", interface {}(nil)}}')
  expect(goSyntax({ a: {} }, 'interface {}')).toBe('map[interface {}]interface {}{"a":map[interface {}]interface {}{}}')
  expect([null, [], 'a', true, 1, 1.5, 1n, {}].map((one) => goType(one))).toEqual([
    '<nil>',
    '[]interface {}',
    'string',
    'bool',
    'int64',
    'float64',
    'int64',
    'map[string]interface {}',
  ])
})

test('writes JSON with sorted keys and escaped HTML characters', () => {
  expect(goJson({ b: 2n ** 63n, a: '<&>\u2028', c: undefined })).toBe(
    '{"a":"\\u003c\\u0026\\u003e\\u2028","b":9223372036854775808}',
  )
})

test('orders text by its UTF-8 bytes', () => {
  expect(sortedKeys({ '\u{1f600}': 1, '\uffff': 1, b: 1, a: 1 })).toEqual(['a', 'b', '\uffff', '\u{1f600}'])
  expect(sortTexts(['b', 'ab', 'B', 'a', 'ab'])).toEqual(['B', 'a', 'ab', 'ab', 'b'])
  const many = Array.from({ length: 40 }, (_, i) => `k${i}`)
  expect(sortTexts([...many].reverse())).toEqual([...many].sort())
  expect(sortTexts(['\u{1f600}', ...many, '\uffff']).slice(-2)).toEqual(['\uffff', '\u{1f600}'])
  expect(compareText('a', 'ab')).toBeLessThan(0)
  expect(compareText('ab', 'ab')).toBe(0)
})

test('formats a text without arguments', () => {
  expect(withoutArguments('got &{150%}')).toBe('got &{150%!}(MISSING)')
  expect(withoutArguments('50%')).toBe('50%!(NOVERB)')
  expect(withoutArguments('100%% of %d and %-5.2s')).toBe('100% of %!d(MISSING) and %!s(MISSING)')
})

test('prints several errors each once', () => {
  expect([[], ['a'], ['a', 'a'], ['b', 'a', 'b']].map(aggregateText)).toEqual(['', 'a', 'a', '[b, a]'])
})
