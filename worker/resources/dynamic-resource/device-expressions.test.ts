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
    expect(deviceExpressionFault('attributes.int["a"]')).toEqual({ text: 'must evaluate to bool' })
    expect(deviceExpressionFault('object.x')?.text).toMatch("undeclared reference to 'object'")
    expect(deviceExpressionFault('attributes.int["a"] == "b"')?.text).toMatch("found no matching overload for '_==_'")
  })

  it('reports a constant part whose evaluation fails', () => {
    expect(deviceExpressionFault('int("a") == 1')).toEqual({
      text: expect.stringMatching(/^program instantiation failed: /) as string,
      isInternal: true,
    })
  })

  it('accepts an expression that calls semver', () => {
    expect(deviceExpressionFault('attributes.version["v"].isGreaterThan(semver("1.0.0"))')).toBeUndefined()
  })
})
