import { describe, expect, it } from 'vitest'
import { metadataFault } from './metadata-types.ts'

describe('metadata of a file', () => {
  it('may have any field that the struct does not have', () => {
    expect(metadataFault({ name: 'a', labels: { a: 'b' }, annotations: null, odd: 1 })).toBeUndefined()
  })

  it.each([
    [{ labels: { x: true } }, 'labels'],
    [{ namespace: false }, 'namespace'],
    [{ finalizers: 'a' }, 'finalizers'],
    [{ generation: 'a' }, 'generation'],
    [{ ownerReferences: [1] }, 'ownerReferences'],
  ])('has fields of their types: %j', (metadata, field) => {
    expect(metadataFault(metadata)).toContain(`.metadata.${field} `)
  })

  it('is an object', () => {
    expect(metadataFault('a')).toContain('json: cannot unmarshal string')
  })
})
