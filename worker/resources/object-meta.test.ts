import { describe, expect, it } from 'vitest'
import { dns1035Label, dnsSubdomain, pathSegment } from '../api/names.ts'
import type { JsonObject } from '../api/json.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { decode } from '../schema/decode.ts'
import { dedupOwners, validateMeta, validateMetaRevision as partsOfRevision } from './object-meta.ts'

const rules = { namespaced: true, nameRule: dnsSubdomain }
const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }
const lines = (errors: readonly { field: string; message: string }[]): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`)

const validateMetaRevision = (...given: Parameters<typeof partsOfRevision>) => {
  const { generic, checks } = partsOfRevision(...given)
  return [...generic, ...checks.flat()]
}

describe('validateMetaRevision of an object that is being deleted', () => {
  it('names each new finalizer once', () => {
    const old = { name: 'a', deletionTimestamp: '2024-01-01T00:00:00Z' }
    const found = validateMetaRevision({ ...old, finalizers: ['kubernetes', 'kubernetes'] }, old, {
      namespaced: false,
      nameRule: dnsSubdomain,
      checks: ['change'],
    })
    expect(lines(found)[0]).toContain('found new finalizers []string{"kubernetes"}')
    expect(lines(found).filter((line) => line.includes('standard finalizer'))).toEqual([])
  })
})

describe('validateMetaRevision of a changed time', () => {
  const faultOf = (deletionTimestamp: string): string | undefined => {
    const { object } = decode(builtinType('api.core.v1.ConfigMap'), { metadata: { name: 'a', deletionTimestamp } })
    const next = object['metadata'] as JsonObject
    return lines(validateMetaRevision(next, { name: 'a' }, { ...rules, namespaced: false, checks: ['change'] }))[0]
  }
  const fault = (shown: string): string =>
    `metadata.deletionTimestamp: Invalid value: ${shown} +0000 UTC: field is immutable`

  it('shows the fraction of a second that the document has', () => {
    expect(faultOf('2024-01-02T03:04:05Z')).toBe(fault('2024-01-02 03:04:05'))
    expect(faultOf('2024-01-02T03:04:05.50Z')).toBe(fault('2024-01-02 03:04:05.5'))
    expect(faultOf('2024-01-02T03:04:05.123456+01:00')).toBe(fault('2024-01-02 02:04:05.123456'))
    expect(faultOf('2024-01-02T03:04:05.9999999999Z')).toBe(fault('2024-01-02 03:04:05.999999999'))
  })

  it('shows the zero time', () => {
    expect(faultOf('0001-01-01T00:00:00Z')).toBe(fault('0001-01-01 00:00:00'))
  })
})

describe('validateMeta', () => {
  it('accepts a prefix that ends in a dash', () => {
    const meta = { generateName: 'web-', name: 'web-x', namespace: 'n' }
    expect(validateMeta(meta, { ...rules, nameRule: dns1035Label })).toEqual([])
  })

  it('takes the prefix of a path segment as given', () => {
    const meta = { generateName: 'a%-', name: '.' }
    expect(lines(validateMeta(meta, { namespaced: false, nameRule: pathSegment }))).toEqual([
      'metadata.generateName: Invalid value: "a%-": may not contain \'%\'',
      'metadata.name: Invalid value: ".": may not be \'.\'',
    ])
  })

  it('requires name and namespace', () => {
    expect(lines(validateMeta({}, rules))).toEqual([
      'metadata.name: Required value: name or generateName is required',
      'metadata.namespace: Required value',
    ])
  })

  it('reports bad labels at the map, not at the key', () => {
    expect(lines(validateMeta({ name: 'a', namespace: 'n', labels: { '/x': 'y' } }, rules))).toEqual([
      'metadata.labels: Invalid value: "/x": prefix part must be non-empty',
    ])
  })

  it('limits the names in managed fields', () => {
    const entry = { manager: 'm'.repeat(129), operation: 'Update', subresource: 's'.repeat(257) } as const
    expect(lines(validateMeta({ name: 'a', namespace: 'n', managedFields: [entry] }, rules))).toEqual([
      'metadata.managedFields[0].manager: Too long: must have at most 128 bytes',
      'metadata.managedFields[0].subresource: Too long: must have at most 256 bytes',
    ])
  })

  it('counts annotations in bytes', () => {
    const annotated = (value: string) =>
      lines(validateMeta({ name: 'a', namespace: 'n', annotations: { k: value } }, rules))
    expect(annotated('é'.repeat(131_071))).toEqual([])
    expect(annotated('é'.repeat(131_072))).toEqual(['metadata.annotations: Too long: must have at most 262144 bytes'])
  })

  it('names finalizers before managed fields', () => {
    const managedFields = [{ manager: 'm'.repeat(129), operation: 'Update' } as const]
    const faults = lines(validateMeta({ name: 'a', namespace: 'n', finalizers: ['B/'], managedFields }, rules))
    expect(faults.at(0)).toContain('metadata.finalizers')
    expect(faults.at(-1)).toContain('metadata.managedFields')
  })

  it('refuses a second controller, and an event as owner', () => {
    const controller = { ...owner, controller: true }
    const two = validateMeta(
      { name: 'a', namespace: 'n', ownerReferences: [controller, { ...controller, uid: 'w' }] },
      rules,
    )
    expect(two).toHaveLength(1)
    const event = validateMeta({ name: 'a', namespace: 'n', ownerReferences: [{ ...owner, kind: 'Event' }] }, rules)
    expect(lines(event)[0]).toMatch(/\/v1, Kind=Event is disallowed from being an owner$/)
  })
})

describe('validateMetaRevision', () => {
  it('reports each rule as a cause as often as it is checked', () => {
    const old = { name: 'a', namespace: 'n', uid: 'u' }
    const twice = { ...rules, checks: ['change', 'whole'] } as const
    expect(validateMetaRevision(old, old, twice)).toEqual([])
    expect(lines(validateMetaRevision({ ...old, uid: 'w' }, old, twice))).toEqual(
      Array(2).fill('metadata.uid: Invalid value: "w": field is immutable'),
    )
    expect(validateMetaRevision({ ...old, labels: { a: '-' } }, old, twice)).toHaveLength(4)
    expect(validateMetaRevision({ ...old, labels: { a: '-' } }, old, { ...rules, checks: [] })).toHaveLength(2)
  })
})

describe('dedupOwners', () => {
  it('keeps the first of equal references', () => {
    expect(dedupOwners([owner, { ...owner }, { ...owner, name: 'q' }])).toEqual({
      owners: [owner, { ...owner, name: 'q' }],
      duplicates: ['u'],
    })
  })
})
