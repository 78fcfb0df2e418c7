import { describe, expect, it } from 'vitest'
import { metadataFault } from './metadata-types.ts'

describe('metadata of a file', () => {
  it('accepts fields that the Go struct does not have', () => {
    expect(metadataFault({ name: 'a', labels: { a: 'b' }, annotations: null, odd: 1 })).toBeUndefined()
  })

  it.each([
    [{ labels: { x: true } }, 'labels'],
    [{ namespace: false }, 'namespace'],
    [{ finalizers: 'a' }, 'finalizers'],
    [{ generation: 'a' }, 'generation'],
    [{ ownerReferences: [1] }, 'ownerReferences'],
  ])('refuses a field of another type: %j', (metadata, field) => {
    expect(metadataFault(metadata)).toContain(`.metadata.${field} `)
  })

  it.each(['creationTimestamp', 'deletionTimestamp'])('refuses a malformed %s', (field) => {
    expect(metadataFault({ [field]: '2026-01-01T00:00:00Z' })).toBeUndefined()
    expect(metadataFault({ [field]: 'x' })).toBe(
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    )
  })

  it('refuses a malformed time of a field manager', () => {
    expect(metadataFault({ managedFields: [{ time: 'x' }] })).toContain('parsing time "x"')
  })

  it('must be an object', () => {
    expect(metadataFault('a')).toContain('json: cannot unmarshal string')
  })
})
