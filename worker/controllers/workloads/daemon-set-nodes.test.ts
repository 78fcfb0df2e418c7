import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { daemonTolerations, placementOn } from './daemon-set-nodes.ts'

const tolerationsOf = daemonTolerations(dialects.k8s)
const node = (taints: JsonObject[] = [], labels: Record<string, string> = {}): ApiObject => ({
  metadata: { name: 'a', labels },
  spec: { taints },
})
const placement = (on: ApiObject, spec: JsonObject) => placementOn(on, { spec }, tolerationsOf({ spec }))
const EVERYWHERE = { shouldRun: true, shouldContinueRunning: true }
const NOWHERE = { shouldRun: false, shouldContinueRunning: false }

describe('tolerations of a daemon', () => {
  it('include the automatic tolerations after the tolerations of the template', () => {
    const mine = { key: 'mine', operator: 'Exists' }
    const keys = tolerationsOf({ spec: { tolerations: [mine] } }).map(({ key }) => key)
    expect(keys).toEqual([
      'mine',
      'node.kubernetes.io/not-ready',
      'node.kubernetes.io/unreachable',
      'node.kubernetes.io/disk-pressure',
      'node.kubernetes.io/memory-pressure',
      'node.kubernetes.io/pid-pressure',
      'node.kubernetes.io/unschedulable',
    ])
    expect(tolerationsOf({ spec: { hostNetwork: true } }).at(-1)?.['key']).toBe(
      'node.kubernetes.io/network-unavailable',
    )
  })

  it('replace a toleration of the template that has tolerationSeconds', () => {
    const notReady = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' }
    const tolerations = tolerationsOf({ spec: { tolerations: [{ ...notReady, tolerationSeconds: 5 }] } })
    expect(tolerations).toHaveLength(6)
    expect(tolerations[0]).toEqual(notReady)
  })
})

describe('a node', () => {
  it.each([
    [
      { key: 'x', effect: 'NoSchedule' },
      { shouldRun: false, shouldContinueRunning: true },
    ],
    [{ key: 'x', effect: 'NoExecute' }, NOWHERE],
    [{ key: 'x', effect: 'PreferNoSchedule' }, EVERYWHERE],
    [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }, EVERYWHERE],
    [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoExecute' }, NOWHERE],
    [
      { key: 'node.kubernetes.io/network-unavailable', effect: 'NoSchedule' },
      { shouldRun: false, shouldContinueRunning: true },
    ],
  ])('with the taint %o has the placement %o', (taint, expected) => {
    expect(placement(node([taint]), {})).toEqual(expected)
  })

  it.each([
    [{ key: 'x', operator: 'Exists' }, EVERYWHERE],
    [{ operator: 'Exists' }, EVERYWHERE],
    [{ key: 'x', value: 'v' }, EVERYWHERE],
    [{ key: 'x', operator: 'Equal', value: 'w' }, NOWHERE],
    [{ key: 'x', operator: 'Exists', effect: 'NoSchedule' }, NOWHERE],
  ])('with a taint has, for the toleration %o, the placement %o', (toleration, expected) => {
    expect(placement(node([{ key: 'x', value: 'v', effect: 'NoExecute' }]), { tolerations: [toleration] })).toEqual(
      expected,
    )
  })

  it('is selected by its name or its labels', () => {
    expect(placement(node(), { nodeName: 'b' })).toEqual(NOWHERE)
    expect(placement(node(), { nodeName: 'a' })).toEqual(EVERYWHERE)
    expect(placement(node([], { k: 'v' }), { nodeSelector: { k: 'v' } })).toEqual(EVERYWHERE)
    expect(placement(node(), { nodeSelector: { k: 'v' } })).toEqual(NOWHERE)
  })

  const required = (...nodeSelectorTerms: JsonObject[]): JsonObject => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  })

  it.each([
    ['In', ['5', '6'], true],
    ['NotIn', ['5'], false],
    ['Exists', [], true],
    ['DoesNotExist', [], false],
    ['Gt', ['4'], true],
    ['Gt', ['5'], false],
    ['Lt', ['10'], true],
  ])('whose label is 5 meets %s %o: %s', (operator, values, expected) => {
    const term = { matchExpressions: [{ key: 'k', operator, values }] }
    expect(placement(node([], { k: '5' }), required(term)).shouldRun).toBe(expected)
  })

  it('matches one of several terms, and no empty term', () => {
    const no = { matchExpressions: [{ key: 'k', operator: 'Exists' }] }
    const name = (operator: string) => ({ matchFields: [{ key: 'metadata.name', operator, values: ['a'] }] })
    expect(placement(node(), required(no, name('In'))).shouldRun).toBe(true)
    expect(placement(node(), required(no, name('NotIn'))).shouldRun).toBe(false)
    expect(placement(node(), required({ ...no, ...name('In') })).shouldRun).toBe(false)
    expect(placement(node(), required({})).shouldRun).toBe(false)
  })
})
