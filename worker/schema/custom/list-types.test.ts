import { expect, it } from 'vitest'
import { validateListTypes } from './list-types.ts'

it('reports each repeated element of a long set once', () => {
  const set = { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' }
  const values = Array.from({ length: 600_000 }, (_, i) => i)
  const errors = validateListTypes([...values, ...values], set, 'spec')
  expect(errors).toHaveLength(values.length)
  expect(errors[0]).toMatchObject({ type: 'FieldValueDuplicate', field: 'spec[600000]' })
})
