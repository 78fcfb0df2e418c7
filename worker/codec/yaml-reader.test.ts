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
  })

  it('have text for keys, sorted', async () => {
    expect(JSON.stringify(await value('b: 1\nn: 2\na: 3\n? 1.5\n: x'))).toBe('{"1.5":"x","a":3,"b":1,"false":2}')
  })

  it('come from the first document alone', async () => {
    expect(await value('a: 1\n---\nb: [')).toEqual({ a: 1 })
    expect(await value('{"a":1} trailing')).toEqual({ a: 1 })
    expect(await value('')).toBeNull()
  })

  it('unfold anchors and merges', async () => {
    expect(await value('x: &x {k: v}\nw: *x\nz:\n  <<: [*x, {l: w}]')).toEqual({
      x: { k: 'v' },
      w: { k: 'v' },
      z: { k: 'v', l: 'w' },
    })
  })
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

  it('count what a merge has set', async () => {
    const { duplicates } = await readYaml('x: &x {k: v}\ndata:\n  <<: *x\n  k: w\n')
    expect(duplicates).toEqual(['line 4: key "k" already set in map'])
  })
})

describe('faults', () => {
  const faults: Record<string, string> = {
    '{': 'yaml: line 1: did not find expected node content',
    '{"apiVersion":"v1"': "yaml: line 1: did not find expected ',' or '}'",
    'a: b: c': 'yaml: mapping values are not allowed in this context',
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
    'a: &a [*a]': "yaml: anchor 'a' value contains itself",
  }
  for (const [text, message] of Object.entries(faults)) {
    it(JSON.stringify(text), async () => {
      await expect(readYaml(text)).rejects.toThrow(new YamlError(message))
    })
  }

  it('bound what aliases unfold to', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let i = 1; i < 9; i++)
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      )
    await expect(readYaml(lines.join('\n'))).rejects.toThrow('excessive aliasing')
  })

  it('bound the depth', async () => {
    await expect(readYaml('['.repeat(2000) + ']'.repeat(2000))).rejects.toThrow('exceeded max depth')
  })
})
