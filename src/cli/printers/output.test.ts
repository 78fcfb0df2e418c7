import { describe, expect, it } from 'vitest'
import { indentedJson } from './json.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'

describe('YAML', () => {
  // The expected texts are the output of kubectl 1.30 for the same values.
  it.each([
    ['- a', `'- a'`],
    ["it's: quoted", `'it''s: quoted'`],
    ['l1\nl2\n\n', '|+\n  l1\n  l2\n'],
    [' lead\nx', '|2-\n   lead\n  x'],
    ['tail \nx', '"tail \\nx"'],
    ['tab\tx', '"tab\\tx"'],
    ['1e3', '"1e3"'],
    ['2001-01-01', '"2001-01-01"'],
    ['12:30', '"12:30"'],
    ['0o7', '"0o7"'],
    ['~', '"~"'],
    ['y', '"y"'],
    ['', '""'],
    ['=', '='],
    ['é→🙂', '"é→\\U0001F642"'],
    ['say "hi"', 'say "hi"'],
  ])('writes %j as kubectl does', (value, text) => {
    expect(writeYaml({ key: value })).toBe(`key: ${text}\n`)
  })

  it('folds after column 80', () => {
    const a = `long text that goes on${' and on'.repeat(14)}`
    const z = `"long: quoted text that goes on${' and on'.repeat(14)}"`
    expect(writeYaml({ data: { a, z } })).toBe(
      `data:\n  a: long text that goes on${' and on'.repeat(8)}\n    and on${' and on'.repeat(5)}\n` +
        `  z: '"long: quoted text that goes on${' and on'.repeat(6)} and\n    on${' and on'.repeat(7)}"'\n`,
    )
  })

  it('sorts keys, keeps lists at the indentation of their key and marks empty values', () => {
    const value = { b: [{ y: 1, x: { a10: null, a9: true } }, []], a: {}, c: [['x'], 'z'], n: 'q' }
    expect(writeYaml(value)).toBe(
      'a: {}\nb:\n- x:\n    a9: true\n    a10: null\n  "y": 1\n- []\nc:\n- - x\n- z\n"n": q\n',
    )
  })
})

describe('indentedJson', () => {
  it('sorts keys and escapes HTML characters', () => {
    expect(indentedJson({ b: '<&>', a: [] })).toBe('{\n    "a": [],\n    "b": "\\u003c\\u0026\\u003e"\n}')
  })
})
