import { expect, it } from 'vitest'
import { MAX_FIELD_ERROR_TEXT } from '../../api/field-error.ts'
import { EnoughErrors, Place, type Identity } from './place.ts'

it('finds the first and the last equal item of a list of any length', () => {
  const place = new Place({})
  let calls = 0
  const identity: Identity = ({ name }) => {
    calls++
    return String(name)
  }
  const items = Array.from({ length: 1000 }, (_, index) => ({ name: index % 500 }))
  place.list = items
  items.forEach((item, index) => {
    expect(place.firstIndex(item, identity)).toBe(index % 500)
    expect(place.lastIndex(item, identity)).toBe((index % 500) + 500)
  })
  // A comparison of each item with each other would make a million calls.
  expect(calls).toBeLessThan(10_000)
})

it('ends a pass whose faults each show a long list', () => {
  const place = new Place({})
  const list = 'x'.repeat(100_000)
  expect(() => {
    for (let i = 0; i < 1000; i++) place.invalidShown(list, 'unsupported')
  }).toThrow(EnoughErrors)
  expect(place.errors).toHaveLength(Math.ceil(MAX_FIELD_ERROR_TEXT / list.length))
})
