import { growth, LINEAR } from '../../tests/counted-work.ts'
import { describe, expect, it } from 'vitest'
import { readYaml, YamlError } from './yaml-reader.ts'

const value = async (text: string) => (await readYaml(text)).value

describe('values', () => {
  it('follow YAML 1.1', async () => {
    expect(
      await value('a: yes\nb: 0777\nc: 1_000\nd: 2001-01-01\ne: 1:30\nf: ~\ng: "yes"\nh: !!str 5\ni: 1.5\nj: 0x1F'),
    ).toEqual({ a: true, b: 511, c: 1000, d: '2001-01-01', e: '1:30', f: null, g: 'yes', h: '5', i: 1.5, j: 31 })
    expect(await value('k: !!binary aGk=')).toEqual({ k: 'hi' })
    expect(await value('i: 9007199254740993')).toEqual({ i: 9007199254740993n })
    expect(await value('f: 1e999')).toEqual({ f: '1e999' })
  })

  it('on request are booleans only when written as true or false, or with the tag !!bool', async () => {
    const read = await readYaml('[yes, n, Off, true, !!bool yes]', undefined, { onlyTrueAndFalse: true })
    expect(read.value).toEqual(['yes', 'n', 'Off', true, true])
  })

  it('have string keys, sorted', async () => {
    expect(JSON.stringify(await value('b: 1\nn: 2\na: 3\n? 1.5\n: x'))).toBe('{"1.5":"x","a":3,"b":1,"false":2}')
  })

  it('come from the first document alone', async () => {
    expect(await value('a: 1\n---\nb: [')).toEqual({ a: 1 })
    for (const rest of ['trailing', '{"x":1}', ', {"x":1}', '}']) {
      expect(await value(`{"a":{"b":"}"}} ${rest}`)).toEqual({ a: { b: '}' } })
    }
    expect(await value('')).toBeNull()
  })

  it('expand aliases and merge keys', async () => {
    expect(await value('x: &x {k: v}\nw: *x\nz:\n  <<: [*x, {l: w}]')).toEqual({
      x: { k: 'v' },
      w: { k: 'v' },
      z: { k: 'v', l: 'w' },
    })
  })
})

it('reads UTF-16 after a byte order mark', async () => {
  const units = Array.from('\ufeffa: é😀'.split(''), (unit) => unit.charCodeAt(0))
  const little = units.flatMap((unit) => [unit & 0xff, unit >> 8])
  const big = units.flatMap((unit) => [unit >> 8, unit & 0xff])
  for (const bytes of [little, big]) {
    expect(await readYaml(Uint8Array.from(bytes))).toEqual({ value: { a: 'é😀' }, duplicates: [] })
  }
})

describe('repeated keys', () => {
  it('are reported with their lines, and the last wins', async () => {
    expect(await readYaml('a: {k: 1, k: 2}\nb: 1\nb: 2\nb: 3\n')).toEqual({
      value: { a: { k: 2 }, b: 3 },
      duplicates: [
        'line 1: key "k" already set in map',
        'line 3: key "b" already set in map',
        'line 4: key "b" already set in map',
      ],
    })
  })

  it('are reported with the line where the value begins', async () => {
    const { duplicates } = await readYaml('a: 1\na:\n  b: c\na: &x\n  b: c\na:\n')
    expect(duplicates).toEqual([3, 4, 6].map((line) => `line ${line}: key "a" already set in map`))
  })

  it('are of one type', async () => {
    const text = '1: a\n"1": b\ntrue: c\n"true": d\n16: e\n0x10: f\n.inf: g\n+.inf: h\n16.0: i\n1.60e1: j\n'
    const { value, duplicates } = await readYaml(text)
    expect(duplicates).toEqual([
      'line 6: key 16 already set in map',
      'line 8: key +Inf already set in map',
      'line 10: key 16 already set in map',
    ])
    expect(value).toEqual({ 1: 'b', 16: 'j', true: 'd', '.inf': 'h' })
  })

  it('include keys that a merge has set', async () => {
    const { duplicates } = await readYaml('x: &x {k: v}\ndata:\n  <<: *x\n  k: w\n')
    expect(duplicates).toEqual(['line 4: key "k" already set in map'])
  })
})

describe('faults', () => {
  const faults: Record<string, string> = {
    '{': 'yaml: line 1: did not find expected node content',
    '{"apiVersion":"v1"': "yaml: line 1: did not find expected ',' or '}'",
    'a: b: c': 'yaml: mapping values are not allowed in this context',
    'a:\n b: c\n  d: e': 'yaml: line 3: mapping values are not allowed in this context',
    'a: "b: c\n  d": e': 'yaml: line 2: mapping values are not allowed in this context',
    'a:\n\tb: c': 'yaml: line 2: found character that cannot start any token',
    '\ta: b': 'yaml: found character that cannot start any token',
    'key: [1, 2': "yaml: line 1: did not find expected ',' or ']'",
    'a: "x': 'yaml: found unexpected end of stream',
    '%': 'yaml: could not find expected directive name',
    '*a': "yaml: unknown anchor 'a' referenced",
    ': :': 'yaml: did not find expected key',
    '? {a: b}\n: c\n': 'yaml: invalid map key: map[interface {}]interface {}{"a":"b"}',
    'data:\n  ? [a]\n  : c\n': 'yaml: invalid map key: []interface {}{"a"}',
    'null: x': 'Unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"',
    'kind: a\nkind: b\nmetadata: [\n': 'yaml: line 3: did not find expected node content',
    'a: 1\nfoo\nb: 2\n': "yaml: line 3: could not find expected ':'",
    'a: |\n x\ny': "yaml: line 4: could not find expected ':'",
    '- a\nb: c\n': "yaml: line 1: did not find expected '-' indicator",
    'a: b\n- c\n': 'yaml: line 1: did not find expected key',
    'a: - b': 'yaml: block sequence entries are not allowed in this context',
    'a: ]': 'yaml: did not find expected node content',
    '--- a: b': 'yaml: mapping values are not allowed in this context',
    'a: "\\x"': 'yaml: did not find expected hexdecimal number',
    'a: "\\q"': 'yaml: found unknown escape character',
    'a: &': 'yaml: did not find expected alphabetic or numeric character',
    'a: !!int x': 'yaml: cannot decode !!str `x` as a !!int',
    'a: \u0001': 'yaml: control characters are not allowed',
    'a: .inf': 'json: unsupported value: +Inf',
    'a: [-.INF]': 'json: unsupported value: -Inf',
    'a: .nan': 'json: unsupported value: NaN',
    'a: !!binary x': 'yaml: !!binary value contains invalid base64 data',
    'a: "\\ud800"': 'yaml: found invalid Unicode character escape code',
    'a: &a {<<: *a}': "yaml: anchor 'a' value contains itself",
    'a: {<<: x}': 'yaml: map merge requires map or sequence of maps as the value',
    'a: {<<: [[a]]}': 'yaml: map merge requires map or sequence of maps as the value',
    'a: !!int x\nb: [': 'yaml: line 2: did not find expected node content',
    '%YAML 1.2\n---\na': 'yaml: found incompatible YAML document',
    'a: !e!x y': 'yaml: found undefined tag handle',
    'a: &a [*a]': "yaml: anchor 'a' value contains itself",
  }
  for (const [text, message] of Object.entries(faults)) {
    it(JSON.stringify(text), async () => {
      await expect(readYaml(text)).rejects.toThrow(new YamlError(message))
    })
  }

  it.each([
    [[0x61, 0xff], 'yaml: invalid leading UTF-8 octet'],
    [[0x61, 0xc3, 0x61], 'yaml: invalid trailing UTF-8 octet'],
    [[0x61, 0xe2, 0x82], 'yaml: incomplete UTF-8 octet sequence'],
    [[0xff, 0xfe, 0x61], 'yaml: incomplete UTF-16 character'],
    [[0xff, 0xfe, 0x00, 0xdc], 'yaml: unexpected low surrogate area'],
    [[0xfe, 0xff, 0xd8, 0x00], 'yaml: incomplete UTF-16 surrogate pair'],
    [[0xfe, 0xff, 0xd8, 0x00, 0x00, 0x61], 'yaml: expected low surrogate area'],
  ])('bytes %j are refused: %s', async (bytes, message) => {
    await expect(readYaml(Uint8Array.from(bytes))).rejects.toThrow(new YamlError(message))
  })

  it('occur when aliases expand to too many nodes', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let i = 1; i < 9; i++)
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      )
    await expect(readYaml(lines.join('\n'))).rejects.toThrow('excessive aliasing')
  })

  it.each([
    ['brackets', '[', ''],
    ['braces', '{a: ', ''],
    ['entries', '- ', 'x'],
    ['keys', '? ', 'x'],
  ])('occur beyond the greatest depth of %s', async (_, open, inner) => {
    if (open !== '? ') {
      expect(typeof (await value(open.repeat(DEPTH) + inner + closing(open).repeat(DEPTH)))).toBe('object')
    }
    const deeper = readYaml(open.repeat(DEPTH + 1) + inner)
    await expect(deeper).rejects.toThrow(new YamlError(`yaml: exceeded max depth of ${DEPTH}`))
  })
})

const DEPTH = 10_000
const closing = (open: string): string => ({ '[': ']', '{a: ': '}' })[open] ?? ''

/** The lengths of the texts, in characters. */
const SIZES = { small: 5000, large: 40_000 }

describe('a text is read in linear time when it consists of', () => {
  const units: Record<string, string> = {
    brackets: '[',
    'closed brackets': '[],',
    'nested entries': '- ',
    'entries of lines': '-\n',
    colons: ': ',
    'question marks': '? ',
    'keys of lines': 'a:\n',
    'items of flow sequences': '1,',
    'pairs of flow mappings': 'a: 1,',
    quotes: '"',
    'quoted lines': "'a\n\n",
    'plain lines': 'a\n',
    'block scalars': '- |\n\n',
    anchors: '- &a\n',
    'anchors and aliases': '- &a b\n- *a\n',
    tags: '!!str ',
    comments: '# a\n',
    surrogates: '😀,',
    blanks: ' ',
    digits: '1',
    escapes: '\\u0061',
    merges: '<<: ',
  }
  const openings = ['', '[', '{', '"', '- [', 'a: ', 'a: |\n ', '&a [']
  it.each(Object.entries(units))('%s', async (_, unit) => {
    for (const opening of openings) {
      const read = async (size: number): Promise<void> => {
        const text = opening + unit.repeat(size / unit.length)
        await readYaml(text).catch((error: unknown) => expect(error).toBeInstanceOf(YamlError))
      }
      expect(await growth(read, SIZES), opening).toBeLessThan(LINEAR)
    }
  })
})

it('yields to the event loop while it reads a long text', async () => {
  let turns = 0
  await readYaml(`[${'1,'.repeat(200_000)}]`, async () => void turns++)
  expect(turns).toBeGreaterThan(10)
  turns = 0
  await readYaml('a: b', async () => void turns++)
  expect(turns).toBe(0)
})

it('reports no more than a thousand repeated keys', async () => {
  const { duplicates } = await readYaml('a:\n'.repeat(5000))
  expect(duplicates).toHaveLength(1000)
})
