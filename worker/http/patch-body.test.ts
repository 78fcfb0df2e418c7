import { describe, expect, it } from 'vitest'
import { StatusError } from '../api/status.ts'
import type { PatchType } from '../verbs/verbs.ts'
import type { FieldValidation } from './options.ts'
import { readApplyBody, readPatchBody } from './patch-body.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const faults = (text: string, type: PatchType): readonly string[] => readPatchBody(bytes(text), type, true)().faults

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof StatusError) return `${error.code} ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('the body of a patch', () => {
  it('is read when it is asked for, and once', () => {
    const read = readPatchBody(bytes('{'), 'merge', true)
    expect(messageOf(read)).toBe('400 error decoding patch: unexpected end of JSON input')
    const good = readPatchBody(bytes('{}'), 'merge', true)
    expect(good()).toBe(good())
  })

  it('is refused in the words of its type and its reader', () => {
    const refusal = (type: PatchType, strict: boolean): string =>
      messageOf(() => readPatchBody(bytes('{]'), type, strict)())
    const syntax = "invalid character ']' looking for beginning of object key string"
    expect(refusal('json', true)).toBe(`400 error decoding patch: ${syntax}`)
    expect(refusal('strategic', true)).toBe(`400 ${syntax}`)
    expect(refusal('json', false)).toBe(`400 ${syntax}`)
    expect(refusal('merge', false)).toBe('400 Invalid JSON Patch')
  })

  it('names repeated keys, also in what a repetition replaced, and unknown members of operations', () => {
    expect(faults('{"a":{"b":1,"b":2},"a":{"c":1}}', 'merge')).toEqual(['duplicate field "a.b"', 'duplicate field "a"'])
    expect(faults('[{"op":"test","path":"/a","value":{"x":1},"extra":1,"Op":"y"}]', 'json')).toEqual([
      'json patch unknown field "[0].extra"',
      'json patch unknown field "[0].Op"',
    ])
  })
})

describe('the body of an apply', () => {
  const warnings: string[] = []
  const body = (text: string, validation: FieldValidation = 'Warn') =>
    readApplyBody(bytes(text), validation, (warning) => void warnings.push(warning))

  it('is YAML or JSON, and one object', async () => {
    expect((await body('{"a":1}')).read()).toEqual({ a: 1 })
    expect((await body('a: 1')).read()).toEqual({ a: 1 })
    expect((await body('null')).read()).toEqual({})
  })

  it('is refused when it is asked for', async () => {
    const list = await body('[]')
    expect(() => list.read()).toThrow('error decoding YAML: error unmarshaling JSON: while decoding JSON: ')
    const broken = await body('a: [')
    expect(() => broken.read()).toThrow('error decoding YAML: error converting YAML to JSON: yaml: ')
  })

  it('tells of repeated keys once it was merged', async () => {
    const twice = await body('a: 1\na: 2\n')
    expect(twice.read()).toEqual({ a: 2 })
    expect(warnings).toEqual([])
    twice.merged?.()
    expect(warnings).toEqual(['line 2: key "a" already set in map'])
    const strict = await body('a: 1\na: 2\n', 'Strict')
    expect(() => strict.merged?.()).toThrow('error strict decoding YAML: error converting YAML to JSON: yaml: ')
  })
})
