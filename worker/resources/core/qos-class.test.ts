import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { qosClass } from './qos-class.ts'

const pod = (...resources: JsonObject[]): JsonObject => ({
  spec: { containers: resources.map((one) => ({ resources: one })) },
})
const both = { cpu: '1', memory: '1Gi' }

it.each([
  ['BestEffort', pod({}, {})],
  ['BestEffort', pod({ requests: { cpu: '0' } })],
  ['Burstable', pod({ requests: { cpu: '1' } })],
  ['Burstable', pod({ limits: both, requests: both }, {})],
  ['Burstable', pod({ limits: both, requests: { cpu: '1' } })],
  ['Guaranteed', pod({ limits: both, requests: { cpu: '1000m', memory: '1024Mi' } })],
])('classifies a pod as %s', (expected, object) => expect(qosClass(object)).toBe(expected))
