import { describe, expect, it } from 'vitest'
import { pemBlocks } from './pem.ts'

const block = (type: string, body: string): string => `-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`

describe('PEM', () => {
  it('finds blocks between other text', () => {
    const text = `before\n${block('A', 'AAEC')}between\n${block('B C', 'Aw\n==')}after`
    expect(pemBlocks(text)).toEqual([
      { type: 'A', hasHeaders: false, bytes: Uint8Array.of(0, 1, 2) },
      { type: 'B C', hasHeaders: false, bytes: Uint8Array.of(3) },
    ])
  })

  it('skips headers', () => {
    expect(pemBlocks(block('A', 'X: y\nZ: w\n\nAAEC'))).toEqual([
      { type: 'A', hasHeaders: true, bytes: Uint8Array.of(0, 1, 2) },
    ])
  })

  it('finds nothing outside of blocks', () => {
    expect(pemBlocks('hello')).toEqual([])
    expect(pemBlocks('-----BEGIN A-----\nAAEC\n-----END B-----')).toEqual([])
    expect(pemBlocks(block('A', 'no base64!'))).toEqual([])
  })
})
