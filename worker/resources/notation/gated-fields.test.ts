import { expect, it } from 'vitest'
import { asGiven, noteEmpty } from '../../api/given-empty.ts'
import type { ApiObject } from '../../api/object.ts'
import { dropGated, type GatedFields } from './gated-fields.ts'

const fields: GatedFields = {
  'spec.a': 'Gate',
  'spec.list.b': { gate: 'Gate', otherwise: '' },
  'status.c': { gate: 'Gate', usedBy: 'spec.a' },
}
const full = (): ApiObject => ({ spec: { a: 1, list: [{ b: 'x' }] }, status: { c: 2 } })

function kept(isOn: boolean, old?: ApiObject): ApiObject {
  const object = full()
  dropGated(fields, () => isOn)(object, old)
  return object
}

it('drops fields of features that are off, or sets them to their earlier value', () => {
  expect(kept(true)).toEqual(full())
  expect(kept(false)).toEqual({ spec: { list: [{ b: '' }] }, status: {} })
})

it('drops the record of an empty list too', () => {
  const spec = {}
  noteEmpty(spec, 'a', [])
  noteEmpty(spec, 'b', [])
  dropGated(fields, () => false)({ spec })
  expect([asGiven(spec, 'a'), asGiven(spec, 'b')]).toEqual([undefined, []])
})

it('keeps a field that the stored object uses', () => {
  expect(kept(false, { spec: { list: [{ b: 'y' }] } })).toEqual({ spec: { list: [{ b: 'x' }] }, status: {} })
})

it('keeps a field in an update when only a create drops it', () => {
  const drop = dropGated({ 'spec.a': { gate: 'Gate', createOnly: true } }, () => false)
  const [created, changed] = [full(), full()]
  drop(created)
  drop(changed, { spec: {} })
  expect([created, changed].map(({ spec }) => spec)).toEqual([{ list: [{ b: 'x' }] }, full()['spec']])
})

it('decides by another field whether the feature is in use', () => {
  expect(kept(false, { status: { c: 1 } }).status).toEqual({})
  expect(kept(false, { spec: { a: 1 } }).status).toEqual({ c: 2 })
})

it('decides for each field by itself when the stored object uses another feature', () => {
  const old = { spec: { list: [{ b: '' }, { b: 'y' }] }, status: { c: 3 } }
  expect(kept(false, old)).toEqual({ spec: { list: [{ b: 'x' }] }, status: {} })
})
