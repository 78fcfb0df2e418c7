import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { removalOrder } from './removal-order.ts'

const NOW = Date.parse('2024-01-10T00:00:00Z')
const COST = 'pod-deletion-cost'

interface Given {
  readonly node?: string
  readonly phase?: string
  readonly ready?: string
  readonly cost?: string
  readonly restarts?: number
  readonly sidecarRestarts?: number
  readonly created?: string
}

function pod(name: string, given: Given = {}): ApiObject {
  const { node = 'n', phase = 'Running', ready = '', cost, restarts = 0, sidecarRestarts = 0, created } = given
  const conditions: JsonObject[] = ready === '' ? [] : [{ type: 'Ready', status: 'True', lastTransitionTime: ready }]
  return {
    metadata: {
      name,
      uid: name,
      creationTimestamp: created ?? '2024-01-01T00:00:00Z',
      ...(cost !== undefined && { annotations: { [COST]: cost } }),
    },
    spec: { nodeName: node, initContainers: [{ name: 's', restartPolicy: 'Always' }, { name: 'i' }] },
    status: {
      phase,
      conditions,
      containerStatuses: [{ name: 'c', restartCount: restarts }],
      initContainerStatuses: [
        { name: 's', restartCount: sidecarRestarts },
        { name: 'i', restartCount: 9 },
      ],
    },
  }
}

const order = (pods: ApiObject[], related = pods): string[] =>
  removalOrder(pods, { related, costAnnotation: COST, now: NOW }).map(({ metadata }) => metadata?.name ?? '')

const READY = '2024-01-02T00:00:00Z'

it.each<[string, ApiObject, ApiObject]>([
  ['without a node', pod('b', { node: '', ready: READY }), pod('a', { phase: 'Pending' })],
  ['pending', pod('b', { phase: 'Pending' }), pod('a')],
  ['of an unknown phase', pod('b', { phase: 'Unknown', ready: READY }), pod('a')],
  ['not ready', pod('b', { cost: '7' }), pod('a', { ready: READY, cost: '-3' })],
  ['cheaper', pod('b', { cost: '-1' }), pod('a')],
  ['ready for a shorter time', pod('b', { ready: '2024-01-09T23:59:00Z' }), pod('a', { ready: READY })],
  ['restarted more often', pod('b', { restarts: 2 }), pod('a', { restarts: 1, sidecarRestarts: 5 })],
  ['whose sidecars restarted more often', pod('b', { sidecarRestarts: 1 }), pod('a')],
  ['younger', pod('b', { created: '2024-01-09T23:59:00Z' }), pod('a')],
  [
    'with the lesser uid, of two ready for about the same time',
    pod('a', { ready: READY }),
    pod('b', { ready: '2024-01-02T01:00:00Z' }),
  ],
])('removes the pod %s first', (_, first, second) => {
  expect(order([second, first])).toEqual(order([first, second]))
  expect(order([second, first])[0]).toBe(first.metadata?.name)
})

it('first removes pods from nodes with many related pods', () => {
  const pods = [pod('a'), pod('b', { node: 'm' }), pod('c')]
  expect(order(pods).at(-1)).toBe('b')
  expect(order(pods, [pod('x', { node: 'm' }), pod('y', { node: 'm' }), ...pods]).at(0)).toBe('b')
})

it('ignores an invalid deletion cost', () => {
  for (const cost of ['1.5', '+1', '01', '2147483648', ' 1', '']) {
    expect(order([pod('b', { cost: '0' }), pod('a', { cost })])).toEqual(['b', 'a'])
  }
})
