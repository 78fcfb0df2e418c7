import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { contextOf, requestOf } from '../admission-fixture.ts'
import { eventRateLimit } from './event-rate-limit.ts'

const pluginWith = (limits: ApiObject[]) => {
  const configuration = { apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits }
  const context = contextOf({ configuration })
  const plugin = eventRateLimit(context)
  const event = { metadata: { name: 'e' }, involvedObject: { kind: 'Pod', namespace: 'n', name: 'p' } }
  return { clock: context.clock, send: (parts = {}) => plugin.validate(requestOf(event, parts)) }
}

describe('EventRateLimit', () => {
  it('admits a burst, then the configured rate', () => {
    const { clock, send } = pluginWith([{ type: 'Namespace', qps: 1, burst: 2 }])
    send()
    send()
    expect(() => send()).toThrow('Too many requests: limit reached on type Namespace for key n')
    send({ namespace: 'other' })
    send({ dryRun: true })
    clock.advance(1000)
    send()
    expect(() => send()).toThrow('Too many requests')
  })

  it('names every limit that is reached', () => {
    const { send } = pluginWith([
      { type: 'Server', qps: 1, burst: 1 },
      { type: 'SourceAndObject', qps: 1, burst: 1 },
    ])
    send()
    expect(() => send()).toThrow(
      '[limit reached on type Server for key , limit reached on type SourceAndObject for key Podnp]',
    )
  })

  it('requires a valid configuration', () => {
    expect(() => eventRateLimit(contextOf())).toThrow('Configure EventRateLimit')
    expect(() => pluginWith([{ type: 'Nope' }])).toThrow('Set limits.type of EventRateLimit')
  })
})
