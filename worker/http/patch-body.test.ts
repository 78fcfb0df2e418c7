import { describe, expect, it } from 'vitest'
import { StatusError } from '../api/status.ts'
import type { FieldValidation, PatchType } from '../verbs/verbs.ts'
import { readApplyBody, readPatchBody } from './patch-body.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Returns the code and the message of a refusal. Fails the test for a document. */
function refusalOf(document: unknown): string {
  if (!(document instanceof StatusError)) return expect.fail('it was parsed')
  return `${document.code} ${document.message}`
}

describe('the body of a patch', () => {
  it('is refused with a text that depends on its type and its field validation', () => {
    const refusal = (type: PatchType, validation: FieldValidation): string =>
      refusalOf(readPatchBody(bytes('{]'), type, validation).document)
    const syntax = "invalid character ']' looking for beginning of object key string"
    expect(refusal('json', 'Warn')).toBe(`400 error decoding patch: ${syntax}`)
    expect(refusal('strategic', 'Strict')).toBe(`400 ${syntax}`)
    expect(refusal('json', 'Ignore')).toBe(`400 ${syntax}`)
    expect(refusal('merge', 'Ignore')).toBe('400 Invalid JSON Patch')
  })

  it.each<[PatchType, string, readonly string[]]>([
    ['merge', '{"a":{"b":1,"b":2},"a":{"c":1}}', ['duplicate field "a.b"', 'duplicate field "a"']],
    [
      'json',
      '[{"op":"test","path":"/a","value":{"x":1},"extra":1,"Op":"y"}]',
      ['json patch unknown field "[0].extra"', 'json patch unknown field "[0].Op"'],
    ],
    [
      'json',
      '[{"op":"test","path":"/a","value":1,"value":{"x":1,"x":2},"extra":{"y":1,"y":2},"extra":1,"path":"/b"}]',
      [
        'json patch duplicate field "[0].value"',
        'json patch duplicate field "[0].value.x"',
        'json patch unknown field "[0].extra"',
        'json patch duplicate field "[0].path"',
      ],
    ],
  ])('has the repeated keys and unknown members of a %s patch as faults', (type, text, faults) => {
    expect(readPatchBody(bytes(text), type, 'Warn').document).toMatchObject({ faults })
  })
})

describe('the body of an apply', () => {
  const read = async (text: string) => readApplyBody(bytes(text), 'Warn')

  it('refuses an escape of a surrogate, which JSON permits and YAML does not', async () => {
    const { config } = await read(String.raw`{"a":"\ud83d\ude00"}`)
    expect(config).toMatchObject({
      message: expect.stringContaining('found invalid Unicode character escape code') as string,
    })
  })

  it('is an object in YAML or JSON, or null for an empty object', async () => {
    expect((await read('{"a":1}')).config).toEqual({ a: 1 })
    expect((await read('a: 1')).config).toEqual({ a: 1 })
    expect((await read('null')).config).toEqual({})
  })

  it('is refused when it cannot be parsed or is not an object', async () => {
    expect(refusalOf((await read('[]')).config)).toContain(
      'error decoding YAML: error unmarshaling JSON: while decoding JSON: ',
    )
    expect(refusalOf((await read('a: [')).config)).toContain(
      'error decoding YAML: error converting YAML to JSON: yaml: ',
    )
  })

  it('reports duplicate keys as faults', async () => {
    expect(await read('a: 1\na: 2\n')).toEqual({
      config: { a: 2 },
      faults: ['line 2: key "a" already set in map'],
      fieldValidation: 'Warn',
    })
  })
})
