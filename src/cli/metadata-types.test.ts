import { describe, expect, it } from 'vitest'
import { metadataFault } from './metadata-types.ts'

describe('metadata of an object in a file', () => {
  it('accepts fields that the Go struct does not have', () => {
    expect(metadataFault({ name: 'a', labels: { a: 'b' }, annotations: null, odd: 1 })).toBeUndefined()
  })

  it.each([
    [{ labels: { x: 'y', z: [] } }, 'array', 'labels of type string'],
    [{ annotations: [] }, 'array', 'annotations of type map[string]string'],
    [{ uid: 1, namespace: false }, 'number', 'uid of type types.UID'],
    [{ namespace: false, uid: 1 }, 'bool', 'namespace of type string'],
    [{ finalizers: 'a' }, 'string', 'finalizers of type []string'],
    [{ generation: 'a' }, 'string', 'generation of type int64'],
    [{ generation: 1.5 }, 'number 1.5', 'generation of type int64'],
    [{ generation: 2n ** 63n }, 'number 9223372036854775808', 'generation of type int64'],
    [{ ownerReferences: [1] }, 'number', 'ownerReferences of type v1.OwnerReference'],
    [{ managedFields: {} }, 'object', 'managedFields of type []v1.ManagedFieldsEntry'],
    [{ ownerReferences: [{ controller: 'a' }] }, 'string', 'ownerReferences.controller of type bool', 'OwnerReference'],
    [{ managedFields: [{ time: 1 }] }, 'number', 'managedFields.time of type string', 'ManagedFieldsEntry'],
    [{ name: 1, creationTimestamp: 5 }, 'number', 'creationTimestamp of type string'],
  ])(
    'names the JSON type and the Go type of the first field of a wrong type: %o',
    (metadata, found, field, struct = 'ObjectMeta') => {
      expect(metadataFault(metadata)).toBe(
        `json: cannot unmarshal ${found} into Go struct field ${struct}.metadata.${field}`,
      )
    },
  )

  it.each(['creationTimestamp', 'deletionTimestamp'])('refuses a malformed %s', (field) => {
    expect(metadataFault({ [field]: '2026-01-01T00:00:00Z' })).toBeUndefined()
    expect(metadataFault({ [field]: 'x' })).toBe(
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    )
  })

  it('refuses a malformed time of a field manager', () => {
    expect(metadataFault({ managedFields: [{ time: 'x' }] })).toContain('parsing time "x"')
  })

  it('reports a malformed time before another fault', () => {
    expect(metadataFault({ name: 1, creationTimestamp: 'x' })).toContain('parsing time "x"')
  })

  it.each([
    ['a', 'string'],
    [[], 'array'],
    [true, 'bool'],
  ])('must be an object: %j', (metadata, found) => {
    expect(metadataFault(metadata)).toBe(
      `json: cannot unmarshal ${found} into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta`,
    )
    expect(metadataFault(metadata, 'Pod')).toContain(' into Go struct field Pod.metadata of type v1.ObjectMeta')
  })
})
