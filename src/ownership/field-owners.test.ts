import { expect, test } from 'vitest'
import type { ManagedFieldsEntry } from '../../worker/api/object.ts'
import type { FieldPath } from '../client/field-path.ts'
import { describeOwners, fieldOwners, ownerSign } from './field-owners.ts'

const object = {
  metadata: { labels: { app: 'web', 'example.org/tier': 'front' }, finalizers: ['example.org/a', 'example.org/b'] },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    containers: [
      { name: 'log', image: 'log:1' },
      { name: 'web', image: 'web:1', ports: [{ containerPort: 80 }] },
    ],
  },
  status: { phase: 'Ready' },
}

const entries: ManagedFieldsEntry[] = [
  {
    manager: 'platform',
    operation: 'Apply',
    apiVersion: 'v1',
    time: '2024-05-01T10:00:05Z',
    fieldsType: 'FieldsV1',
    fieldsV1: {
      'f:metadata': {
        'f:labels': { 'f:app': {}, 'f:example.org/tier': {} },
        'f:finalizers': { 'v:"example.org/b"': {} },
      },
      'f:spec': {
        'f:replicas': {},
        'f:selector': {},
        'f:containers': {
          'k:{"name":"web"}': {
            '.': {},
            'f:name': {},
            'f:image': {},
            'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
          },
        },
      },
    },
  },
  {
    manager: 'robot',
    operation: 'Update',
    apiVersion: 'v1',
    time: '2024-05-01T11:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { 'f:replicas': {} }, 'f:status': { 'f:phase': {} } },
    subresource: 'status',
  },
]

const owners = fieldOwners(object, entries)
const signs = (path: FieldPath): string => owners.at(path).map(ownerSign).join('')

test.each<[FieldPath, string]>([
  [['metadata', 'labels', 'example.org/tier'], 'A'],
  [['metadata', 'finalizers', 1], 'A'],
  [['metadata', 'finalizers', 0], ''],
  // Two managers own this field.
  [['spec', 'replicas'], 'AB'],
  // The owner of an atomic field owns everything inside it.
  [['spec', 'selector', 'matchLabels', 'app'], 'A'],
  // An item is found by its keys. An omitted key matches any value.
  [['spec', 'containers', 1], 'A'],
  [['spec', 'containers', 1, 'image'], 'A'],
  [['spec', 'containers', 1, 'ports', 0, 'containerPort'], 'A'],
  [['spec', 'containers', 0, 'image'], ''],
  // A mapping has no owner when a manager owns only fields inside it.
  [['spec'], ''],
  [['status', 'phase'], 'B'],
])('%j is owned by "%s"', (path, expected) => {
  expect(signs(path)).toBe(expected)
})

test('the owner of an item does not own the fields inside it', () => {
  expect(signs(['spec', 'containers', 1, 'command'])).toBe('')
})

test('owners are described as text', () => {
  expect(describeOwners(owners.at(['spec', 'replicas']))).toBe(
    'owned by A platform, applied, 2024-05-01 10:00 UTC; B robot, updated through status, 2024-05-01 11:00 UTC',
  )
  expect(describeOwners([])).toBe('without a field owner')
})
