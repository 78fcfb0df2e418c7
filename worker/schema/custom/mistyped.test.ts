import { expect, it } from 'vitest'
import { keepMistyped, mistypedFields, withMistyped } from './mistyped.ts'

it('shows fields of a wrong type until a later step sets them, and never encodes them', () => {
  const metadata: Record<string, unknown> = { name: 'a' }
  keepMistyped(metadata, { labels: { a: 5 }, generation: 'x' })
  const copy: Record<string, unknown> = { ...metadata, managedFields: undefined, generation: 1 }
  expect(JSON.stringify(copy)).toBe('{"name":"a","generation":1}')
  expect(mistypedFields(copy)).toEqual({ labels: { a: 5 } })
  expect(JSON.stringify(withMistyped({ metadata: copy }).metadata)).toBe('{"name":"a","generation":1,"labels":{"a":5}}')
  copy['labels'] = { a: 'b' }
  expect(mistypedFields(copy)).toBeUndefined()
  expect(mistypedFields({ name: 'a' })).toBeUndefined()
})
