import { describe, expect, test } from 'vitest'
import { stringifyJson } from '../../worker/codec/encode.ts'
import { readJson } from '../../worker/codec/json-reader.ts'
import { decodeProtobuf } from '../../worker/codec/protobuf.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import { duplicateFaults } from '../../worker/schema/strictness.ts'
import { bytesOf, rowsOf, textOf } from './tables.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

const FILE = 'strict-decoding'
const rows = <R>(func: string, table = ''): [string, R][] => rowsOf<R>(FILE, func, table)

/** The error of the reader; empty after success. */
function faultOf(text: string | Uint8Array): string {
  try {
    readJson(text)
    return ''
  } catch (error) {
    return errorMessage(error)
  }
}

describe('JSON of the recorded tables', () => {
  test.each(rows<{ data: string; ok: boolean }>('', 'validTests'))(
    'accepts exactly valid JSON: %s',
    (_, { data, ok }) => {
      expect(faultOf(data) === '').toBe(ok)
    },
  )

  test.each(rows<string>('', 'unmarshalSyntaxTests'))('names the unexpected end of %s', (_, text) => {
    expect(faultOf(text)).toMatch(/^(?:unexpected end of JSON input$|invalid character ' ' in )/)
  })

  test.each(rows<string>('TestNumberIsValid', 'validTests'))('accepts the number %s', (_, text) => {
    expect(faultOf(text)).toBe('')
  })

  test.each(rows<string>('TestNumberIsValid', 'invalidTests'))('refuses a text that is not a number: %s', (_, text) => {
    expect(faultOf(text)).not.toBe('')
  })

  test.each(rows<{ in: string; err: { msg: string } }>('', 'indentErrorTests'))('names the fault of %s', (_, row) => {
    expect(faultOf(row.in)).toBe(row.err.msg)
  })

  // Omitted: `TestUnmarshalErrorAfterMultipleJSON` reads a stream of values; a body is one value.

  test.each(rows<{ in: unknown; out: string }>('', 'badUTF8'))('replaces bytes that are not UTF-8: %s', (_, row) => {
    const quoted = Uint8Array.from([0x22, ...bytesOf(row.in), 0x22])
    expect(readJson(quoted).value).toBe(JSON.parse(row.out))
  })

  // Omitted: texts that are larger than the limit of a body.
  const depths = rows<{ data: unknown; errMaxDepth: boolean }>('TestUnmarshalMaxDepth', 'testcases').filter(
    ([name]) => !name.includes('OverStackDepth'),
  )
  test.each(depths)('refuses only values that are too deep: %s', (_, row) => {
    expect(faultOf(textOf(row.data)).includes('exceeded max depth')).toBe(row.errMaxDepth)
  })

  const strict = rows<{ in: string; expectErr: string; expectStrictErr: boolean }>('TestStrictErrors')
  // Omitted: rows with a value of the wrong Go type or with an unknown field of a Go type.
  test.each(strict.filter(([, row]) => !row.expectErr.startsWith('json: ')))(
    'names the fault of strict JSON: %s',
    (_, row) => {
      expect(faultOf(row.in)).toBe(row.expectErr)
    },
  )

  const duplicates = rows<{ in: string; expectErr: string; to: object }>('TestDisallowDuplicateFields')
  // Omitted: Go types, which fold the case of names; API objects do not.
  test.each(duplicates.filter(([, row]) => !('$type' in row.to)))(
    'names the fields that appear twice: %s',
    (_, row) => {
      const { value, spelling } = readJson(row.in)
      expect(`json: ${duplicateFaults(value, spelling).join(', ')}`).toBe(row.expectErr)
    },
  )
})

describe('written values of the recorded tables', () => {
  test.each(rows<{ in: string; out: string }>('', 'encodeStringTests'))('writes the text %s', (_, row) => {
    // The tables hold an older form of two escapes, which later releases of Go write as here.
    const out = row.out.replace('\\u0008', '\\b').replace('\\u000c', '\\f')
    expect(JSON.parse(stringifyJson(row.in))).toBe(JSON.parse(out))
    expect(stringifyJson(row.in).replace(/\\u007f/, '\u007f')).toBe(out)
  })

  interface Number {
    readonly In: string
    readonly Out: unknown
    readonly Err?: boolean
  }
  const numbers = [...rows<Number>('TestEvaluateTypes'), ...rows<Number>('TestPreserveInts', 'testCases')]
  // Omitted: -0.0, which the engine writes as 0, and rows with texts that Go code computes.
  test.each(numbers.filter(([, row]) => row.In !== '-0.0' && (row.Err === true || typeof row.Out === 'string')))(
    'keeps or refuses the value %s',
    (_, row) => {
      if (row.Err === true) return expect(faultOf(row.In)).not.toBe('')
      expect(stringifyJson(readJson(row.In).value)).toBe(row.Out)
    },
  )
})

describe('YAML of the recorded tables', () => {
  test.each(rows<{ yaml: string; expected?: string[] }>('TestParseYAMLWarnings'))(
    'names duplicate keys: %s',
    async (_, row) => {
      expect((await readYaml(row.yaml)).duplicates).toEqual(row.expected ?? [])
    },
  )

  interface Interpreted {
    readonly input: string
    readonly expected?: { Group?: string; Version?: string; Kind?: string }
  }
  const isType = (value: unknown): value is { apiVersion?: string; kind?: string } =>
    value === null || (typeof value === 'object' && !Array.isArray(value))
  test.each(rows<Interpreted>('TestInterpret'))('reads apiVersion and kind: %s', async (_, { input, expected }) => {
    const value = await readYaml(input).then(
      (reading) => reading.value,
      () => 'fault',
    )
    expect(isType(value)).toBe(expected !== undefined)
    if (expected === undefined || !isType(value)) return
    const { apiVersion = '', kind = '' } = value ?? {}
    const [version = '', group = ''] = apiVersion.split('/').reverse()
    expect({ group, version, kind }).toEqual({
      group: expected.Group ?? '',
      version: expected.Version ?? '',
      kind: expected.Kind ?? '',
    })
  })
})

describe('protobuf recognition of the recorded tables', () => {
  const faulted = (bytes: Uint8Array): string => {
    try {
      decodeProtobuf(bytes)
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  test.each(rows<unknown>('TestRecognize', 'ignores'))('does not decode %s', (_, bytes) => {
    expect(faulted(bytes === null ? new Uint8Array() : bytesOf(bytes))).not.toBe('')
  })
})
