import { expect, test } from 'vitest'
import { fieldPath, valueAt } from './field-path.ts'

const object = {
  metadata: { labels: { app: 'web', 'example.org/tier': 'front' }, finalizers: ['a', 'example.org/b'] },
  spec: {
    containers: [
      { name: 'log', image: 'log:1' },
      { name: 'web', image: 'web:1', ports: [{ containerPort: 80 }, { containerPort: 81, protocol: 'UDP' }] },
    ],
  },
}

test.each([
  ['spec.containers[1].ports[0].containerPort', 80],
  ['.spec.containers[name="web"].image', 'web:1'],
  ['.spec.containers[name="web"].ports[containerPort=81,protocol="UDP"].protocol', 'UDP'],
  // The manifest omits a key that the server defaults.
  ['.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].containerPort', 80],
  ['.metadata.labels.example.org/tier', 'front'],
  ['metadata.labels[example.org/tier]', 'front'],
  ['.metadata.finalizers[="example.org/b"]', 'example.org/b'],
  // The path of a Go struct has no list indices.
  ['spec.containers.image', 'log:1'],
])('finds the value at %s', (field, value) => {
  expect(valueAt(object, fieldPath(field, object))).toBe(value)
})

test('finds a key by its written text when the server reads it as a boolean', () => {
  const labels = { metadata: { labels: { on: 'a', N: 'b' } } }
  expect(fieldPath('.metadata.labels.true', labels)).toEqual(['metadata', 'labels', 'on'])
  expect(fieldPath('.metadata.labels.false', labels)).toEqual(['metadata', 'labels', 'N'])
})

test('splits a path outside the object at every dot', () => {
  expect(fieldPath('spec.containers[0].imgae', object)).toEqual(['spec', 'containers', 0, 'imgae'])
  expect(fieldPath('spec.selector.matchLabels', {})).toEqual(['spec', 'selector', 'matchLabels'])
  expect(fieldPath('spec.rules[2].host', {})).toEqual(['spec', 'rules', 2, 'host'])
})
