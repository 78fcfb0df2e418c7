import { describe, expect, it } from 'vitest'
import { typeMetaFault, typeMetaOf } from './type-meta.ts'

describe('typeMetaFault', () => {
  it('accepts texts, null and missing members', () => {
    for (const document of [null, {}, { kind: null }, { apiVersion: 'v1', kind: 'Pod', spec: 1 }])
      expect(typeMetaFault(document)).toBeUndefined()
  })

  it.each([
    [[], 'array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; '],
    [true, 'bool into Go value of type struct { APIVersion string '],
    [{ kind: {}, apiVersion: 1 }, 'object into Go struct field .kind of type string'],
    [{ apiVersion: 1, kind: {} }, 'number into Go struct field .apiVersion of type string'],
    [{ KIND: 1 }, 'number into Go struct field .kind of type string'],
  ])('refuses %j', (document, why) => {
    expect(typeMetaFault(document)).toContain(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${why}`,
    )
  })
})

describe('typeMetaOf', () => {
  it('reads names in any case, of which the last one counts', () => {
    expect(typeMetaOf({ apiVersion: 'v1', Kind: 'Pod' })).toEqual({ apiVersion: 'v1', kind: 'Pod' })
    expect(typeMetaOf({ kind: 'Pod', 'apiVer\u017fion': 'v2', Kind: 'Secret', KIND: null })).toEqual({
      apiVersion: 'v2',
      kind: 'Secret',
    })
  })
})
