import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { at } from '../notation/rule.ts'
import { containersUpdate, ephemeralContainersUpdate, podSpecUpdate } from './pod-updates.ts'

const rules = [at('spec', containersUpdate), at('spec', podSpecUpdate)]
const status = { qosClass: 'BestEffort' }
const plain: JsonObject = { containers: [{ name: 'c', image: 'i' }], initContainers: [{ name: 'i', image: 'i' }] }
const errors = (spec: JsonObject, old: JsonObject = plain): string[] =>
  compileRules(rules, dialects.k8s.spell)({ spec, status }, { spec: old, status }).map(
    ({ field, message }) => `${field}: ${message.split('\n')[0] ?? ''}`,
  )

const nodes = (...keys: string[]): JsonObject => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: keys.map((key) => ({ key, operator: 'Exists' })) }],
    },
  },
})

describe('rules of a changed pod', () => {
  it('refuse a deadline beyond doubles', () => {
    const faults = errors({ ...plain, activeDeadlineSeconds: 9007199254740993n })
    expect(faults).toEqual([
      'spec.activeDeadlineSeconds: Invalid value: 9007199254740993: must be between 0 and 2147483647, inclusive',
    ])
  })

  it('refuse another number of init containers', () => {
    const fault = 'spec.initContainers: Forbidden: pod updates may not add or remove containers'
    expect(errors({ containers: plain['containers'] ?? [] })).toEqual([fault])
  })

  it('refuse a change of the QoS class', () => {
    const resources = { requests: { cpu: '1' } }
    const [first, second] = errors({ ...plain, containers: [{ name: 'c', image: 'i', resources }] })
    expect(first).toBe('metadata: Invalid value: "BestEffort": Pod QoS is immutable')
    expect(second).toContain('spec: Forbidden: pod updates may not change fields other than')
  })

  it('check new tolerations', () => {
    expect(errors({ ...plain, tolerations: [{ key: 'a b', operator: 'Exists' }] })).toHaveLength(1)
  })

  it('let a gated pod narrow its nodes, and change nothing else of its affinity', () => {
    const gated = { ...plain, schedulingGates: [{ name: 'g' }] }
    expect(errors({ ...gated, affinity: nodes('a') }, gated)).toEqual([])
    expect(errors({ ...gated, affinity: nodes('a', 'b') }, { ...gated, affinity: nodes('a') })).toEqual([])
    expect(errors({ ...gated, affinity: nodes('b', 'a') }, { ...gated, affinity: nodes('a') })).toHaveLength(1)
    expect(errors({ ...gated, affinity: { podAffinity: {} } }, gated)[0]).toContain('may not change fields')
    expect(errors({ ...gated, nodeSelector: {} }, { ...gated, nodeSelector: { a: 'b' } })[0]).toContain(
      'only additions to spec.nodeSelector are allowed',
    )
  })
})

it('refuses ephemeral containers of a static pod for no other fault', () => {
  const mirror = { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } }, spec: plain }
  const update = [ephemeralContainersUpdate(at('spec', containersUpdate))]
  const faults = compileRules(update, dialects.k8s.spell)({ ...mirror, spec: {} }, mirror)
  expect(faults.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    '[]: Forbidden: static pods do not support ephemeral containers',
  ])
})
