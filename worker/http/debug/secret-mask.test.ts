import { describe, expect, it } from 'vitest'
import { isSecret, maskDifferences, maskSecret } from './secret-mask.ts'

describe('maskSecret', () => {
  it('keeps the keys of data and annotations, without their values', () => {
    const secret = {
      kind: 'Secret',
      metadata: { name: 'a', annotations: { 'x/last-applied-configuration': '{"data":{"k":"djE="}}' } },
      type: 'Opaque',
      data: { k: 'djE=' },
      stringData: { l: 'v2' },
    }
    const masked = {
      ...secret,
      metadata: { name: 'a', annotations: { 'x/last-applied-configuration': '<redacted>' } },
      data: { k: '<redacted>' },
      stringData: { l: '<redacted>' },
    }
    expect(maskSecret(secret)).toEqual(masked)
    expect(maskSecret({ kind: 'SecretList', items: [secret] })).toEqual({ kind: 'SecretList', items: [masked] })
  })

  it('masks data of any other shape as a whole', () => {
    expect(maskSecret({ data: 'djE=' })).toEqual({ data: '<redacted>' })
    expect(maskSecret([{ op: 'replace', path: '/data/k', value: 'djE=' }])).toBe('<redacted>')
  })
})

it('masks differences at or above values, but no differences of the type and of labels', () => {
  const changes = [
    '/data',
    '/data/k',
    '/stringData/k',
    '/metadata',
    '/metadata/annotations',
    '/metadata/annotations/a',
  ].map((path) => ({ path, before: 'secret', after: 'other' }))
  for (const change of maskDifferences(changes))
    expect(change).toMatchObject({ before: '<redacted>', after: '<redacted>' })
  const open = [
    { path: '/type', after: 'Opaque' },
    { path: '/metadata/labels/app', before: 'a' },
  ]
  expect(maskDifferences(open)).toEqual(open)
})

it('treats only kind Secret of the core group as secret', () => {
  expect([isSecret({ group: '', resource: 'secrets' }), isSecret({ group: 'a.example', resource: 'secrets' })]).toEqual(
    [true, false],
  )
})
