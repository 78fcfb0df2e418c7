import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { compileDefaults } from '../notation/defaults.ts'
import { deployments } from './deployments.ts'

const ROLLBACK = 'deprecated.deployment.rollback.to'

describe('the rollback that a deployment requests in an annotation', () => {
  const stored = (annotations: { [key: string]: string }): unknown => {
    const deployment = { metadata: { annotations } }
    compileDefaults(builtinType('api.apps.v1.Deployment'), deployments.defaults, dialects.k8s.spell)(deployment)
    return deployment.metadata
  }

  it.each([
    ['5', '5'],
    ['+5', '5'],
    ['-007', '-7'],
  ])('is stored as a number: %s', (given, canonical) => {
    expect(stored({ a: 'b', [ROLLBACK]: given })).toEqual({ annotations: { a: 'b', [ROLLBACK]: canonical } })
  })

  it('is absent when the text is empty', () => {
    expect(stored({ a: 'b', [ROLLBACK]: '' })).toEqual({ annotations: { a: 'b' } })
    expect(stored({ [ROLLBACK]: '' })).toEqual({})
    expect(stored({ a: 'b' })).toEqual({ annotations: { a: 'b' } })
  })

  it('may not be negative', () => {
    const faults = (revision: string) =>
      compileRules(
        deployments.rules,
        dialects.k8s.spell,
      )({ metadata: { annotations: { [ROLLBACK]: revision } } })
        .map(({ field, message }) => `${field}: ${message}`)
        .filter((text) => text.includes('rollback'))
    expect(faults('-3')).toEqual(['spec.rollback.version: Invalid value: -3: must be greater than or equal to 0'])
    expect(faults('3')).toEqual([])
  })
})
