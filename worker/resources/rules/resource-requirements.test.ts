import { describe, expect, it } from 'vitest'
import { scoped } from '../notation/rule.ts'
import { PodScope } from './pod-scope.ts'
import { resourceRequirements } from './resource-requirements.ts'
import { errorsOf } from './rules-fixture.ts'

const rule = scoped((spec) => new PodScope(spec), resourceRequirements)

describe('huge pages', () => {
  it('refuse a part of a page', () => {
    const limits = { 'hugepages-2Mi': '3Mi', cpu: '1' }
    expect(errorsOf(rule, { limits })).toEqual([
      'x.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
    ])
    expect(errorsOf(rule, { limits: { ...limits, 'hugepages-2Mi': '4Mi' } })).toEqual([])
    expect(errorsOf(rule, { limits: { ...limits, 'hugepages-odd': '4Mi' } })).toHaveLength(2)
  })

  it('refuse a container that requests only huge pages', () => {
    const errors = errorsOf(rule, { limits: { 'hugepages-2Mi': '2Mi' } })
    expect(errors).toEqual(['x: Forbidden: HugePages require cpu or memory'])
  })
})

describe('claims of containers', () => {
  it('are refused with the list of names when the pod lacks the claim', () => {
    expect(errorsOf(rule, { claims: [{ name: 'a' }] })).toEqual([
      'x.claims[0]: Not found: "a": must be one of the names in pod.spec.resourceClaims which is empty',
    ])
  })
})
