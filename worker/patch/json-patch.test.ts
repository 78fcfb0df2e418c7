import { describe, expect, it } from 'vitest'
import type { Json } from '../api/json.ts'
import { readJson } from '../codec/json-reader.ts'
import { equalJson } from './json-values.ts'
import { applyJsonPatch, readJsonPatch } from './json-patch.ts'
import { PatchError, patchStatus } from './patch-error.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

const apply = (document: Json, patch: Json): Json => applyJsonPatch(document, readJsonPatch(patch))

function faultOf(run: () => unknown): PatchError {
  try {
    run()
  } catch (error) {
    if (error instanceof PatchError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('a test of a number', () => {
  const tested = (document: Json, value: string): Json => {
    const { value: patch, spelling } = readJson(`[{"op":"test","path":"/a","value":${value}}]`)
    return applyJsonPatch(document, readJsonPatch(patch, true, spelling?.numbers))
  }

  it('compares the texts of the numbers, at any depth', () => {
    expect(tested({ a: 1 }, '1')).toEqual({ a: 1 })
    expect(tested({ a: 1.5 }, '1.5')).toEqual({ a: 1.5 })
    for (const text of ['1.0', '1e0']) expect(faultOf(() => tested({ a: 1 }, text)).message).toContain('test failed')
    expect(faultOf(() => tested({ a: [{ b: 1 }] }, '[{"b":1.0}]')).message).toContain('test failed')
  })
})

describe('applyJsonPatch', () => {
  it('accepts the missing paths, unusual indices and null patch that the real server accepts', () => {
    expect(apply({ a: '1' }, [{ op: 'replace', path: '/b', value: '2' }])).toEqual({ a: '1', b: '2' })
    expect(apply({}, [{ op: 'copy', from: '/a', path: '/b' }])).toEqual({ b: null })
    expect(apply(['a', 'b'], [{ op: 'add', path: '/-1', value: 'c' }])).toEqual(['a', 'b', 'c'])
    expect(apply(['a', 'b'], [{ op: 'remove', path: '/-2' }])).toEqual(['b'])
    expect(apply(['a'], [{ op: 'add', path: '/01', value: 'b' }])).toEqual(['a', 'b'])
    expect(apply(['a', 'b'], [{ op: 'replace', path: '/+1', value: 'c' }])).toEqual(['a', 'c'])
    expect(apply({ a: 1 }, [{ op: 'replace', path: '', value: 5 }])).toEqual({ a: 1 })
    expect(apply({ a: 1 }, null)).toEqual({ a: 1 })
  })

  it.each(['9', '-9', '-', 'x'])('reports a replaced item %s that the list lacks as a missing key', (key) => {
    expect(faultOf(() => apply({ a: ['b'] }, [{ op: 'replace', path: `/a/${key}`, value: 1 }])).message).toBe(
      `replace operation does not apply: doc is missing key: /a/${key}: missing value`,
    )
  })

  it('sorts the keys of copied objects that are on the path to the target', () => {
    const document = { z: { y: { d: 1, c: 1 }, b: { a: 1 } } }
    const out = JSON.stringify(apply(document, [{ op: 'copy', from: '/z', path: '/z/b/c' }]))
    expect(out).toContain('"c":{"b":{"a":1},"y":{"d":1,"c":1}}')
  })

  it('leaves the document and the patch unchanged, and shares unchanged values', () => {
    const document: { a: Json; c: Json } = { a: Object.freeze({ b: 1 }), c: [Object.freeze({ d: 1 })] }
    Object.freeze(document.c)
    Object.freeze(document)
    const patch = [
      { op: 'add', path: '/x', value: Object.freeze({ y: 1 }) },
      { op: 'add', path: '/x/z', value: 2 },
      { op: 'copy', from: '/x', path: '/w' },
      { op: 'add', path: '/w/v', value: 3 },
    ]
    const out = apply(document, patch) as { a: Json; c: Json; w: Json; x: Json }
    expect(out).toEqual({ a: { b: 1 }, c: [{ d: 1 }], x: { y: 1, z: 2 }, w: { y: 1, z: 2, v: 3 } })
    expect(out.a).toBe(document.a)
    expect(out.c).toBe(document.c)
    expect(document).toEqual({ a: { b: 1 }, c: [{ d: 1 }] })
  })

  it('treats __proto__ and constructor as ordinary keys', () => {
    const out = apply({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }])
    expect(Object.keys(out as object)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(faultOf(() => apply({}, [{ op: 'add', path: '/constructor/x', value: 1 }])).kind).toBe('inapplicable')
  })

  it('limits the number of operations and the size of copies', () => {
    const many = faultOf(() => readJsonPatch(Array.from({ length: 10_001 }, () => ({}))))
    expect(patchStatus(many).status).toMatchObject({
      code: 413,
      message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    })
    const grow = Array.from({ length: 22 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }))
    expect(faultOf(() => apply({ a: ['x'.repeat(10)] }, grow)).message).toMatch('accumulated size')
  })

  it('fails with the recorded messages', () => {
    expect(patchStatus(faultOf(() => apply({}, [{ op: 'remove', path: '/a' }]))).status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
    })
    for (const patch of [{}, 5, [1], [{ op: 'add', path: 1 }], [{ op: 1 }]]) {
      expect(patchStatus(faultOf(() => readJsonPatch(patch))).status).toMatchObject({
        code: 400,
        message: expect.stringMatching(/^error decoding patch: json: cannot unmarshal /) as string,
      })
    }
    expect(() => readJsonPatch([[]])).toThrow('cannot unmarshal array into Go value of type handlers.jsonPatchOp')
    expect(() => readJsonPatch([{ op: true }])).toThrow('bool into Go struct field jsonPatchOp.op of type string')
    expect(() => readJsonPatch({}, false)).toThrow(/^json: .* object into Go value of type jsonpatch\.Patch$/)
  })
})

/**
 * The rows of the RFC's test table in which the real server deviates from the RFC. The `lenient` rows succeed, and the `refused`
 * rows fail.
 */
const lenient = new Set(['19', '77', '78', '79', '82', '87', '88'].map((row) => `tests.json#${row}`))
const refused = new Set(['11', '12', '63'].map((row) => `tests.json#${row}`))

describe('the recorded tables of JSON patch', () => {
  interface Row {
    readonly id: string
    readonly kind?: string
    readonly disabled?: boolean
    readonly doc?: Json
    readonly patch?: Json
    readonly expected?: Json
    readonly error?: string
    readonly docText?: string
    readonly patchText?: string
    readonly expectedText?: string
    readonly applies?: boolean
    readonly a?: string
    readonly b?: string
    readonly equal?: boolean
  }
  const { cases } = readRecording('tables', 'json-patch') as { cases: Row[] }
  const read = (text: string): Json => JSON.parse(text) as Json
  for (const row of cases) {
    const run = (): Json => apply(row.doc ?? read(row.docText ?? 'null'), row.patch ?? read(row.patchText ?? 'null'))
    it(row.id, () => {
      if (row.kind === 'equal') expect(equalJson(read(row.a ?? ''), read(row.b ?? ''))).toBe(row.equal)
      else if (row.error !== undefined ? !lenient.has(row.id) : row.applies === false || refused.has(row.id))
        expect(run).toThrow(PatchError)
      else if (row.expectedText !== undefined) expect(run()).toEqual(read(row.expectedText))
      else if (row.expected !== undefined) expect(run()).toEqual(row.expected)
      else expect(run).not.toThrow()
    })
  }
})
