import { describe, expect, it } from 'vitest'
import { readYaml } from './yaml-reader.ts'
import { writeYaml } from './yaml-writer.ts'
import { readRecording, recordingNames } from '../../tests/recordings/archive.ts'

describe('writeYaml', () => {
  it('sorts keys naturally and does not indent sequences', () => {
    expect(writeYaml({ x81: 1, x80: 2, x8: 3, x800: 4 })).toBe('x8: 3\nx80: 2\nx81: 1\nx800: 4\n')
    const value = { b: [{ y: 1, x: [] }, 'z', [1, 2]], a10: {}, a2: null, A: true }
    expect(writeYaml(value)).toBe('A: true\na2: null\na10: {}\nb:\n- x: []\n  "y": 1\n- z\n- - 1\n  - 2\n')
  })

  it.each([
    ['plain text', 'plain text'],
    ['a: b', "'a: b'"],
    ["it's: here", "'it''s: here'"],
    ['- x', "'- x'"],
    ['yes', '"yes"'],
    ['1e3', '"1e3"'],
    ['0x1f', '"0x1f"'],
    ['1:30', '"1:30"'],
    ['2001-01-01', '"2001-01-01"'],
    ['.inf', '".inf"'],
    ['', '""'],
    [' lead', "' lead'"],
    ['a\tb', '"a\\tb"'],
    ['é☃', 'é☃'],
    ['😀', '"\\U0001F600"'],
    ['25%', '25%'],
  ])('writes %j as %s', (text, expected) => {
    expect(writeYaml({ k: text })).toBe(`k: ${expected}\n`)
  })

  it.each(['\x7f', 'a\x80', '\uffff'])('refuses %j, which JSON does not escape and YAML does not allow', (text) => {
    expect(() => writeYaml({ k: text })).toThrow('yaml: control characters are not allowed')
    expect(() => writeYaml({ [text]: 'k' })).toThrow('yaml: control characters are not allowed')
  })

  it('writes a text of several lines as a literal block, unless it has spaces before a line break', () => {
    expect(writeYaml({ k: 'a\nb' })).toBe('k: |-\n  a\n  b\n')
    expect(writeYaml({ k: 'a\n\n\nb\n\n' })).toBe('k: |+\n  a\n\n\n  b\n\n')
    expect(writeYaml({ k: '  a\nb\n' })).toBe('k: |2\n    a\n  b\n')
    expect(writeYaml({ k: 'a \nb\n' })).toBe('k: "a \\nb\\n"\n')
  })

  it('folds long lines after column 80', () => {
    const words = 'word '.repeat(30).trim()
    const lines = writeYaml({ key: words }).trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines.join(' ').replaceAll('  ', '')).toContain('word')
    expect(lines[0]?.length).toBeGreaterThanOrEqual(80)
  })
})

it('quotes a text that names a number of 64 bits or a double', () => {
  expect(writeYaml(['1e308', '0xffffffffffffffff', '-0x8000000000000000', '99999999999999999999', '1_000'])).toBe(
    '- "1e308"\n- "0xffffffffffffffff"\n- "-0x8000000000000000"\n- "99999999999999999999"\n- "1_000"\n',
  )
  expect(writeYaml(['1e309', '0x1ffffffffffffffff', '-0x8000000000000001', '._1'])).toBe(
    '- 1e309\n- 0x1ffffffffffffffff\n- -0x8000000000000001\n- ._1\n',
  )
})

it('writes whole numbers beyond 64 bits as floats', () => {
  expect(writeYaml([-(2n ** 63n), -(2 ** 63), 2n ** 63n, 2 ** 64])).toBe(
    '- -9223372036854775808\n- -9.223372036854776e+18\n- 9223372036854775808\n- 1.8446744073709552e+19\n',
  )
})

it('writes a key of more than 128 bytes after a question mark', () => {
  const key = 'k'.repeat(129)
  expect(writeYaml({ [key]: 'v' })).toBe(`? ${key}\n: v\n`)
  expect(writeYaml({ a: { [key]: { b: [1], c: {} } } })).toBe(`a:\n  ? ${key}\n  : b:\n    - 1\n    c: {}\n`)
  expect(writeYaml({ ['é'.repeat(65)]: [1] })).toMatch(/^\? é+\n: - 1\n$/)
  expect(writeYaml({ ['k'.repeat(128)]: 1 })).toMatch(/^k+: 1\n$/)
})

interface Step {
  readonly expect?: { readonly text?: string; readonly headers?: Readonly<Record<string, string>> }
}

describe('recorded YAML answers', () => {
  it('are read and written back byte for byte', async () => {
    const texts = new Set<string>()
    for (const name of recordingNames('answers')) {
      const recorded = readRecording('answers', name) as { steps: Step[] }[]
      for (const { expect: answer } of recorded.flatMap(({ steps }) => steps)) {
        if (answer?.text === undefined || answer.headers?.['content-type'] !== 'application/yaml') continue
        texts.add(answer.text.replaceAll('<time>', '2024-05-01T10:00:00Z'))
      }
    }
    expect(texts.size).toBeGreaterThan(50)
    for (const text of texts) expect(writeYaml((await readYaml(text)).value)).toBe(text)
  })
})

it('escapes every character of a text that begins with a byte order mark', () => {
  expect(writeYaml({ k: '\uFEFFa b\n' })).toBe('k: "\\uFEFF\\x61\\x20\\x62\\n"\n')
})

it.each([
  ['a\u2028b', "'a\u2028  b'"],
  ['it\u2029\u2028s: y', "'it\u2029\u2028  s: y'"],
  ['\u2028', "'\u2028'"],
  ['\u2028a', "'\u2028  a'"],
  ['a \u2028b', '"a \\Lb"'],
  ['a\u2029 b', '"a\\P b"'],
  ['a\u2028\x07', '"a\\L\\a"'],
  ['a\nb\u2028c\n', '|\n  a\n  b\u2028  c'],
  ['a\n\u2028c', '|-\n  a\n\u2028  c'],
  ['a\u2028\n', '|+\n  a\u2028'],
  ['\u2028\n', '|2+\n\u2028'],
])('copies the separator in %j, and starts a line after it', (text, written) => {
  expect(writeYaml({ k: text })).toBe(`k: ${written}\n`)
})

it('writes a key of several lines after a question mark', () => {
  expect(writeYaml({ 'a\nb': 1, 'c\u2028d': 2 })).toBe("? |-\n  a\n  b\n: 1\n? 'c\u2028  d'\n: 2\n")
})
