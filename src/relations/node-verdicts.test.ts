import { expect, it } from 'vitest'
import type { ApiObject } from '../../worker/api/object.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { nodeVerdicts } from './node-verdicts.ts'

const node = (name: string, spec: object = {}, labels: Record<string, string> = {}): ApiObject =>
  ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    spec,
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
  }) as unknown as ApiObject
const pod = (name: string, spec: object): ApiObject =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec }) as unknown as ApiObject
const asking = (requests: object) => [{ name: 'c', image: 'i', resources: { requests } }]

it('says for each node what excludes the pod', () => {
  const wanted = pod('a', { containers: asking({ cpu: '3500m', memory: '9Gi' }), nodeSelector: { disk: 'ssd' } })
  const nodes = [
    node('tainted', { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] }),
    node('cordoned', { unschedulable: true }),
    node('other'),
    node('full', {}, { disk: 'ssd' }),
  ]
  const pods = [pod('b', { nodeName: 'full', containers: asking({ cpu: '1' }) })]
  const found = nodeVerdicts(wanted, { nodes, pods, namespaces: [], dialect: dialects.svc })
  expect(found.map(({ node: name, reasons }) => `${name} ${reasons.join(' ')}`)).toEqual([
    expect.stringContaining('tainted has the taint gpu=yes:NoSchedule.'),
    expect.stringContaining('cordoned is cordoned.'),
    expect.stringContaining('other does not have the labels'),
    expect.stringMatching(/^full .*asks for 3500m, and 3 of 4 is free.*asks for 9Gi, and 8Gi of 8Gi is free/),
  ])
})

it('has no reason against a node that fits', () => {
  const found = nodeVerdicts(pod('a', { containers: asking({}) }), {
    nodes: [node('n')],
    pods: [],
    namespaces: [],
    dialect: dialects.svc,
  })
  expect(found).toEqual([{ node: 'n', reasons: [] }])
})
