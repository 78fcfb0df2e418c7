import { expect, test } from 'vitest'
import { networkPolicyText } from './network.ts'
import { selectorTerms } from '../../../worker/api/selector-text.ts'
import { linesOf } from './describe-context.fixture.ts'

test('sorts the requirements of a selector by key', () => {
  const matchExpressions = [
    { key: 'a', operator: 'DoesNotExist' },
    { key: 'c', operator: 'In', values: ['y', 'x'] },
  ]
  expect(selectorTerms({ matchLabels: { b: '1' }, matchExpressions })).toBe('!a,b=1,c in (x,y)')
  expect(selectorTerms(undefined)).toBe('')
})

test('describes the traffic that a policy allows', async () => {
  const lines = await linesOf(networkPolicyText, {
    metadata: { creationTimestamp: '2024-01-01T00:00:00Z' },
    spec: {
      podSelector: {},
      policyTypes: ['Ingress'],
      ingress: [{ ports: [{ port: 80 }], from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }] }, {}],
    },
  })
  expect(lines).toEqual(
    expect.arrayContaining([
      'Created on:   2024-01-01 00:00:00 +0000 UTC',
      '  PodSelector:     <none> (Allowing the specific traffic to all pods in this namespace)',
      '    To Port: 80/TCP',
      '        CIDR: 10.0.0.0/8',
      '    ----------',
      '    From: <any> (traffic not restricted by source)',
      '  Not affecting egress traffic',
    ]),
  )
})
