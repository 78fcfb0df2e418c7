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

  it('must be an object', () => {
    expect(metadataFault('a')).toContain('json: cannot unmarshal string')
  })
})
