import { describe, expect, it } from 'vitest'
import { equalAmounts, equalSpecs } from './equal-specs.ts'

const container = (memory: string) => ({ containers: [{ name: 'c', resources: { requests: { memory } } }] })

describe('two specs', () => {
  it('are equal when their quantities have the same value', () => {
    expect(equalSpecs(container('1Gi'), container('1073741824'))).toBe(true)
    expect(equalSpecs(container('1Gi'), container('1073741825'))).toBe(false)
    expect(equalSpecs({ overhead: { cpu: '1' } }, { overhead: { cpu: '1e0' } })).toBe(true)
    expect(
      equalSpecs({ volumes: [{ emptyDir: { sizeLimit: '1Ki' } }] }, { volumes: [{ emptyDir: { sizeLimit: '1024' } }] }),
    ).toBe(true)
    expect(equalSpecs({ resourceFieldRef: { divisor: '1k' } }, { resourceFieldRef: { divisor: '1e3' } })).toBe(true)
    expect(equalAmounts({ cpu: '1k' }, { cpu: '1e3' })).toBe(true)
    expect(equalAmounts({ cpu: '1k' }, {})).toBe(false)
  })

  it('differ when a text differs that does not hold a quantity', () => {
    expect(equalSpecs({ labels: { sizeLimit: '1k' } }, { labels: { sizeLimit: '1e3' } })).toBe(false)
    expect(equalSpecs({ nodeSelector: { requests: '1k' } }, { nodeSelector: { requests: '1e3' } })).toBe(false)
    expect(equalSpecs({ divisor: '1k' }, { divisor: '1e3' })).toBe(false)
    expect(equalSpecs([1, 2], [1])).toBe(false)
    expect(equalSpecs({ a: 1, b: undefined }, { a: 1n })).toBe(true)
  })
})
