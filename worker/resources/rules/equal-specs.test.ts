import { describe, expect, it } from 'vitest'
import { builtinType } from '../../schema/builtin/types.ts'
import { equalAmounts, equalSpecs, equalValues, schemaAt } from './equal-specs.ts'

const POD = 'api.core.v1.PodSpec'
const container = (memory: string) => ({ containers: [{ name: 'c', resources: { requests: { memory } } }] })

describe('two specs', () => {
  it('are equal when their quantities have the same value', () => {
    expect(equalSpecs(POD, container('1Gi'), container('1073741824'))).toBe(true)
    expect(equalSpecs(POD, container('1Gi'), container('1073741825'))).toBe(false)
    expect(equalSpecs(POD, { overhead: { cpu: '1' } }, { overhead: { cpu: '1e0' } })).toBe(true)
    const volumes = (sizeLimit: string) => ({ volumes: [{ name: 'v', emptyDir: { sizeLimit } }] })
    expect(equalSpecs(POD, volumes('1Ki'), volumes('1024'))).toBe(true)
    const divided = (divisor: string) => ({ resourceFieldRef: { resource: 'limits.cpu', divisor } })
    expect(equalSpecs('api.core.v1.EnvVarSource', divided('1k'), divided('1e3'))).toBe(true)
    expect(equalAmounts({ cpu: '1k' }, { cpu: '1e3' })).toBe(true)
    expect(equalAmounts({ cpu: '1k' }, {})).toBe(false)
  })

  it('are equal when one lacks a list or map that is empty in the other', () => {
    expect(equalSpecs(POD, { containers: [] }, { containers: null })).toBe(true)
    expect(equalSpecs(POD, { nodeSelector: {} }, {})).toBe(true)
    expect(equalSpecs(POD, { containers: [{ name: 'c' }] }, { containers: null })).toBe(false)
    expect(equalSpecs(POD, { securityContext: {} }, {})).toBe(false)
  })

  it('differ when another text than a quantity differs', () => {
    expect(equalSpecs(POD, { nodeSelector: { requests: '1k' } }, { nodeSelector: { requests: '1e3' } })).toBe(false)
    expect(equalSpecs(POD, { sizeLimit: '1k' }, { sizeLimit: '1e3' })).toBe(false)
    const described = (description: string) => ({ properties: { limits: { description } } })
    const type = 'apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps'
    expect(equalSpecs(type, described('the most'), described('the maximum'))).toBe(false)
    expect(equalSpecs(type, described('1k'), described('1e3'))).toBe(false)
    expect(equalValues(undefined, [1, 2], [1])).toBe(false)
    expect(equalValues(undefined, { a: 1, b: undefined }, { a: 1n })).toBe(true)
  })
})

it('finds the schema at a path', () => {
  const deployment = builtinType('api.apps.v1.Deployment')
  expect(schemaAt(deployment, 'spec.template.spec')).toBe(builtinType(POD))
  expect(schemaAt(deployment, 'metadata.annotations')).toMatchObject({ type: 'map' })
  expect(schemaAt(deployment, 'spec.none.spec')).toBeUndefined()
})
