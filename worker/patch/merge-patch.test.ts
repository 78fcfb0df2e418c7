import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../api/json.ts'
import {
  applyMergePatch,
  createMergePatch,
  createThreeWayMergePatch,
  filterNulls,
  readMergePatch,
} from './merge-patch.ts'
import { PatchError, patchStatus } from './patch-error.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

const read = (text: string): Json => JSON.parse(text) as Json

describe('applyMergePatch', () => {
  it('shares unchanged values, and modifies nothing in place', () => {
    const document = Object.freeze({ a: Object.freeze({ b: 1 }), c: Object.freeze({ d: 1 }) })
    const out = applyMergePatch(document, { c: { d: 2 } }) as JsonObject
    expect(out).toEqual({ a: { b: 1 }, c: { d: 2 } })
    expect(out['a']).toBe(document.a)
    expect(applyMergePatch(document, { a: { b: 1 }, x: null })).toBe(document)
  })

  it('refuses a patch that is not an object with the recorded messages', () => {
    const message = (document: Json): string => {
      try {
        readMergePatch(document)
      } catch (error) {
        if (error instanceof PatchError) return patchStatus(error).message
      }
      return ''
    }
    expect(message(null)).toBe('Invalid JSON Patch')
    expect(message([])).toMatch(/^error decoding patch: json: cannot unmarshal /)
  })
})

describe('createMergePatch', () => {
  it('turns one object into the other', () => {
    const before = { a: 1, b: { c: 1, d: 2 }, e: [1] }
    const after = { b: { c: 1, d: 3 }, e: [1, 2], f: {} }
    const patch = createMergePatch(before, after)
    expect(patch).toEqual({ a: null, b: { d: 3 }, e: [1, 2], f: {} })
    expect(applyMergePatch(before, patch)).toEqual(after)
  })
})

describe('createThreeWayMergePatch', () => {
  it('removes an unchanged member without a conflict', () => {
    expect(createThreeWayMergePatch({ a: { b: 1 } }, {}, { a: { b: 1 } })).toEqual({ a: null })
  })
})

interface Rfc {
  cases: { id: string; targetText: string; patchText: string; expectedText: string }[]
}
describe('the recorded table of RFC 7386', () => {
  for (const row of (readRecording('tables', 'merge-patch') as Rfc).cases) {
    it(row.id, () => {
      expect(applyMergePatch(read(row.targetText), read(row.patchText))).toEqual(read(row.expectedText))
    })
  }
})

interface ThreeWay {
  filterNull: { description: string; originalObj?: JsonObject; expectedWithNull: Json; expectedWithoutNull: Json }[]
  threeWay: {
    description: string
    original?: JsonObject
    modified?: JsonObject
    current?: JsonObject
    threeWay: Json
    result: Json
  }[]
}
describe('the recorded table of three-way patches', () => {
  const tables = readRecording('tables', 'three-way-merge-patch') as ThreeWay
  for (const row of tables.filterNull) {
    it(`nulls: ${row.description}`, () => {
      expect(filterNulls(row.originalObj ?? {}, true)).toEqual(row.expectedWithNull)
      expect(filterNulls(row.originalObj ?? {}, false)).toEqual(row.expectedWithoutNull)
    })
  }
  for (const row of tables.threeWay) {
    it(row.description, () => {
      const patch = createThreeWayMergePatch(row.original ?? {}, row.modified ?? {}, row.current ?? {})
      expect(patch).toEqual(row.threeWay)
      expect(applyMergePatch(row.current ?? {}, patch)).toEqual(row.result)
    })
  }
})
