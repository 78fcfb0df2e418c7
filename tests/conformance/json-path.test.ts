import { expect, test } from 'vitest'
import { selected, unselected, valueAt } from './json-path.ts'

test('the chosen members of an object are found by the paths of the object', () => {
  const secret = { metadata: { annotations: { 'a.b/c': 'd' }, labels: null }, data: { token: 'x' } }
  const members = selected(secret, ['metadata.annotations', 'metadata.labels', 'data.token', 'spec.replicas'])
  expect(members).toEqual({
    'metadata.annotations': { 'a.b/c': 'd' },
    'metadata.labels': null,
    'data.token': 'x',
    'spec.replicas': null,
  })
  const known = unselected(members)
  expect(known).toEqual({ metadata: { annotations: { 'a.b/c': 'd' } }, data: { token: 'x' } })
  expect(valueAt(known, 'data.token')).toBe('x')
  expect(valueAt(known, 'spec.replicas')).toBeUndefined()
})
