import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { preservedShares } from './preserved-shares.ts'

const KEY = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'
const { toStorage, fromStorage } = preservedShares(dialects.k8s)
const level = (shares: number, annotations?: Record<string, string>) => ({
  metadata: { name: 'a', ...(annotations && { annotations }) },
  spec: { limited: { nominalConcurrencyShares: shares } },
})

describe('shares of zero in v1beta3', () => {
  it('are marked by an annotation', () => {
    expect(fromStorage(level(0)).metadata?.annotations).toEqual({ [KEY]: '' })
    expect(fromStorage(level(0, { own: 'x' })).metadata?.annotations).toEqual({ own: 'x', [KEY]: '' })
    expect(fromStorage(level(30))).toEqual(level(30))
  })

  it('are stored without the annotation', () => {
    expect(toStorage(level(0, { [KEY]: '' }))).toEqual(level(0))
    expect(toStorage(level(0, { own: 'x', [KEY]: '' }))).toEqual(level(0, { own: 'x' }))
    expect(toStorage(level(5, { own: 'x' }))).toEqual(level(5, { own: 'x' }))
  })
})
