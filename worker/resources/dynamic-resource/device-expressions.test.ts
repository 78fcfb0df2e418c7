import { describe, expect, it } from 'vitest'
import { deviceExpressionFault } from './device-expressions.ts'

describe('deviceExpressionFault', () => {
  it.each([
    'attributes.bool["a"]',
    'attributes.quantity["m"].isGreaterThan(quantity("1Gi"))',
    '1 in attributes.intslice["x"]',
  ])('accepts %s', (source) => {
    expect(deviceExpressionFault(source)).toBeUndefined()
  })

  it('requires a boolean made of known attributes', () => {
    expect(deviceExpressionFault('attributes.int["a"]')).toBe('must evaluate to bool')
    expect(deviceExpressionFault('object.x')).toMatch("undeclared reference to 'object'")
    expect(deviceExpressionFault('attributes.int["a"] == "b"')).toMatch("found no matching overload for '_==_'")
  })

  it('accepts every expression that compares versions', () => {
    expect(deviceExpressionFault('attributes.version["v"].isGreaterThan(semver("1.0.0"))')).toBeUndefined()
  })
})
