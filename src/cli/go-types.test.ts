import { describe, expect, it } from 'vitest'
import type { Json } from '../../worker/api/json.ts'
import { goStructs, goTypeFault, type GoTypes, withFieldNames } from './go-types.ts'

const types = (isStrict: boolean): GoTypes => ({
  structs: goStructs([
    'v1.Config: name string, on bool, items []v1.Item, pointers []*v1.Item, extra map[string][]string, any interface {}',
    'v1.Item: count int64, mode v1.Mode, data []uint8, labels map[string]string',
  ]),
  texts: ['v1.Mode'],
  isStrict,
})
const fault = (value: Json, isStrict = false) => goTypeFault(types(isStrict), 'v1.Config', value)

describe('goTypeFault', () => {
  it('accepts values of the types, null, and unknown fields unless they are strict', () => {
    const item = { count: 2n ** 62n, mode: 'a', data: 'AQ\n==', labels: { a: 'b', c: null } }
    expect(
      fault({ name: 'a', on: true, items: [item, null], pointers: null, extra: { a: ['b'] }, any: [1] }),
    ).toBeUndefined()
    expect(fault({ other: 1 })).toBeUndefined()
    expect(fault({ other: 1 }, true)).toBe('json: unknown field "other"')
  })

  it.each([
    [[], 'array into Go value of type v1.Config'],
    [{ name: true }, 'bool into Go struct field Config.name of type string'],
    [{ on: 'yes' }, 'string into Go struct field Config.on of type bool'],
    [{ items: {} }, 'object into Go struct field Config.items of type []v1.Item'],
    [{ pointers: 1 }, 'number into Go struct field Config.pointers of type []*v1.Item'],
    [{ pointers: [1] }, 'number into Go struct field Config.pointers of type v1.Item'],
    [{ extra: { a: 1 } }, 'number into Go struct field Config.extra of type []string'],
    [{ extra: { a: [1] } }, 'number into Go struct field Config.extra of type string'],
    [{ items: [{ count: 1.5 }] }, 'number 1.5 into Go struct field Item.items.count of type int64'],
    [{ items: [{ count: 'a' }] }, 'string into Go struct field Item.items.count of type int64'],
    [{ items: [{ mode: 1 }] }, 'number into Go struct field Item.items.mode of type v1.Mode'],
    [{ items: [{ data: 1 }] }, 'number into Go struct field Item.items.data of type []uint8'],
    [{ items: [{ labels: { b: 1, a: [] } }] }, 'array into Go struct field Item.items.labels of type string'],
  ])('refuses %j', (value, why) => {
    expect(fault(value as Json)).toBe(`json: cannot unmarshal ${why}`)
  })

  it('refuses an integer of more than 64 bits', () => {
    expect(fault({ items: [{ count: 2n ** 63n }] })).toContain('cannot unmarshal number 9223372036854775808 into')
  })

  it('names the first fault in the order of the keys', () => {
    expect(fault({ other: 1, name: 1 }, true)).toContain('Config.name')
    expect(fault({ zone: 1, other: 1 }, true)).toBe('json: unknown field "other"')
  })

  it('refuses bytes that are not base64', () => {
    expect(fault({ items: [{ data: '%' }] })).toBe('illegal base64 data at input byte 0')
  })
})

it('gives fields the names of their structs, in any case', () => {
  const value = { NAME: 'a', Items: [{ Count: 1, labels: { A: 'b' } }], other: { Name: 1 } }
  expect(withFieldNames(types(false), 'v1.Config', value)).toEqual({
    name: 'a',
    items: [{ count: 1, labels: { A: 'b' } }],
    other: { Name: 1 },
  })
})
