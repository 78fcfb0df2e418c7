import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../../resources/catalog.ts'
import { deletion, testCluster } from '../../verbs/verbs-fixture.ts'
import { readRequestInfo } from '../request-info.ts'
import { flowControl } from './flow-control.ts'
import { compileSchema } from './flow-schema.ts'
import { flowMetrics } from './flow-metrics.ts'
import { metricsRegistry } from '../../observability/metrics.ts'
import { PriorityLevel } from './priority-level.ts'

const schema = (rule: object): ApiObject =>
  ({
    metadata: { name: 's', uid: 'u' },
    spec: {
      matchingPrecedence: 10,
      priorityLevelConfiguration: { name: 'l' },
      distinguisherMethod: { type: 'ByUser' },
      rules: [rule],
    },
  }) as unknown as ApiObject
const user = (username: string, ...groups: string[]) => ({ username, uid: '', groups, extra: {} })

describe('a flow schema', () => {
  const pods = { verbs: ['get'], apiGroups: [''], resources: ['pods', 'pods/status'], namespaces: ['a'] }

  it('matches by subject, verb, resource and namespace, and distinguishes flows by user', () => {
    const { matches, flowOf } = compileSchema(
      schema({ subjects: [{ kind: 'Group', group: { name: 'dev' } }], resourceRules: [pods] }),
    )
    const get = readRequestInfo('GET', '/api/v1/namespaces/a/pods/p')
    expect(matches(get, user('x', 'dev'))).toBe(true)
    expect(matches(get, user('x', 'ops'))).toBe(false)
    expect(matches(readRequestInfo('GET', '/api/v1/namespaces/a/pods/p/status'), user('x', 'dev'))).toBe(true)
    expect(matches(readRequestInfo('GET', '/api/v1/namespaces/a/pods/p/log'), user('x', 'dev'))).toBe(false)
    expect(matches(readRequestInfo('GET', '/api/v1/namespaces/b/pods/p'), user('x', 'dev'))).toBe(false)
    expect(matches(readRequestInfo('DELETE', '/api/v1/namespaces/a/pods/p'), user('x', 'dev'))).toBe(false)
    expect(flowOf(get, user('x'))).toBe('x')
  })

  it('matches all service accounts of a namespace, and paths below a prefix', () => {
    const subjects = [{ kind: 'ServiceAccount', serviceAccount: { namespace: 'n', name: '*' } }]
    const nonResourceRules = [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/openapi/*'] }]
    const { matches } = compileSchema(schema({ subjects, nonResourceRules }))
    const account = user('system:serviceaccount:n:a')
    expect(matches(readRequestInfo('GET', '/healthz'), account)).toBe(true)
    expect(matches(readRequestInfo('GET', '/openapi/v3'), account)).toBe(true)
    expect(matches(readRequestInfo('GET', '/livez'), account)).toBe(false)
    expect(matches(readRequestInfo('GET', '/healthz'), user('system:serviceaccount:other:a'))).toBe(false)
  })
})

describe('flow control', () => {
  it('follows changes of schemas for users whose classification is cached', async () => {
    const { store, create, verbs, target, caller } = await testCluster()
    const flows = flowControl(0, {
      store,
      dialect: dialects.k8s,
      clock: virtualClock(),
      registry: metricsRegistry({ release: '1.30' }),
      catalog: buildCatalog({ dialect: dialects.k8s }),
    })
    const info = readRequestInfo('GET', '/api/v1/namespaces/a/pods/p')
    const requester = user('x', 'system:authenticated')
    const before = flows.classify(info, requester)
    expect(flows.classify(info, requester)).toBe(before)
    const rule = {
      subjects: [{ kind: 'User', user: { name: 'x' } }],
      resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['a'] }],
    }
    const { spec } = schema(rule) as { spec: ApiObject }
    const schemas = 'flowcontrol.apiserver.k8s.io/flowschemas'
    await create(schemas, {
      metadata: { name: 'mine' },
      spec: { ...spec, priorityLevelConfiguration: { name: 'exempt' } },
    })
    expect(flows.classify(info, requester)).toMatchObject({ schema: 'mine', flow: 'mine/x' })
    await verbs.delete(target(schemas, 'mine'), caller, deletion)
    expect(flows.classify(info, requester)).toEqual(before)
  })
})

describe('a priority level', () => {
  const limited = (queuing?: object): ApiObject =>
    ({
      metadata: { name: 'l' },
      spec: { type: 'Limited', limited: { nominalConcurrencyShares: 5, limitResponse: { queuing } } },
    }) as unknown as ApiObject
  const clock = virtualClock()

  function level(queuing?: object) {
    const one = new PriorityLevel(limited(queuing))
    one.seats = 1
    const registry = metricsRegistry({ release: '1.30' })
    const metrics = flowMetrics(registry, () => [one], clock)
    metrics.limit([one], 1)
    const counts = metrics.countsOf('s', 'l')
    const order: string[] = []
    const ends: (() => void)[] = []
    const ask = (flow: string, name: string) =>
      one.admit(
        flow,
        () => {
          order.push(name)
          return new Promise<string>((resolve) => ends.push(() => resolve(name)))
        },
        'refused',
        { clock, longestWait: 1000, counts, isMutating: true },
      )
    const metric = (name: string): string | undefined =>
      registry
        .text()
        .split('\n')
        .find((line) => line.startsWith(`apiserver_flowcontrol_${name}`))
        ?.split(' ')
        .at(-1)
    return { ask, order, end: () => ends.shift()?.(), metric }
  }

  it('refuses a request without a free seat when the level has no queues, and admits it after a seat is free', async () => {
    const { ask, end } = level()
    const first = ask('a', 'a1')
    expect(ask('a', 'a2')).toBe('refused')
    end()
    expect(await first).toBe('a1')
    expect(ask('a', 'a3')).toBeInstanceOf(Promise)
  })

  it('admits flows in turn when one of them sends many requests', async () => {
    const { ask, order, end } = level({ queues: 4, handSize: 2, queueLengthLimit: 5 })
    const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')]
    for (const answer of all.keys()) {
      await expect.poll(() => order.length).toBe(answer + 1)
      end()
    }
    await Promise.all(all.map((answer) => Promise.resolve(answer)))
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('refuses requests that waited too long or found a full queue', async () => {
    const { ask } = level({ queues: 1, handSize: 1, queueLengthLimit: 1 })
    void ask('a', 'a1')
    const waiting = ask('a', 'a2')
    expect(ask('a', 'a3')).toBe('refused')
    clock.advance(1000)
    expect(await waiting).toBe('refused')
  })

  it('counts requests that run, wait and are refused', async () => {
    const { ask, end, metric } = level({ queues: 1, handSize: 1, queueLengthLimit: 1 })
    const first = ask('a', 'a1')
    const waiting = ask('a', 'a2')
    void ask('a', 'a3')
    expect(metric('current_executing_requests')).toBe('1')
    expect(metric('current_executing_seats')).toBe('1')
    expect(metric('current_inqueue_requests')).toBe('1')
    expect(metric('nominal_limit_seats')).toBe('1')
    expect(metric('rejected_requests_total{flow_schema="s",priority_level="l",reason="queue-full"')).toBe('1')
    clock.advance(500)
    end()
    await first
    await expect.poll(() => metric('dispatched_requests_total')).toBe('2')
    expect(metric('current_inqueue_requests')).toBe('0')
    expect(metric('request_wait_duration_seconds_sum')).toBe('0.5')
    end()
    await waiting
    expect(metric('current_executing_requests')).toBe('0')
  })

  it('measures the duration of requests, the length of queues and the lack of seats', async () => {
    const { ask, end, metric } = level({ queues: 1, handSize: 1, queueLengthLimit: 2 })
    const first = ask('a', 'a1')
    void ask('a', 'a2')
    void ask('a', 'a3')
    expect(metric('current_inqueue_seats')).toBe('2')
    expect(metric('request_queue_length_after_enqueue_sum')).toBe('3')
    expect(metric('request_dispatch_no_accommodation_total')).toBe('2')
    expect(metric('request_concurrency_in_use{flow_schema="s",priority_level="l"}')).toBe('1')
    expect(metric('request_concurrency_limit{priority_level="l"}')).toBe('1')
    clock.advance(250)
    end()
    await first
    expect(metric('request_execution_seconds_sum{flow_schema="s",priority_level="l",type="regular"}')).toBe('0.25')
    expect(metric('request_wait_duration_seconds_count')).toBe('2')
  })

  it('measures which part of its limits is in use at each moment', async () => {
    const { ask, end, metric } = level({ queues: 2, handSize: 2, queueLengthLimit: 2 })
    clock.advance(1)
    const first = ask('a', 'a1')
    clock.advance(2)
    const second = ask('a', 'a2')
    clock.advance(4)
    end()
    await first
    await expect.poll(() => metric('dispatched_requests_total')).toBe('2')
    end()
    await second
    clock.advance(8)
    const phase = (name: string): string => `{phase="${name}",priority_level="l"}`
    expect(metric(`priority_level_seat_utilization_sum${phase('executing')}`)).toBe('6000000')
    expect(metric(`priority_level_seat_utilization_count${phase('executing')}`)).toBe('15000000')
    expect(metric(`priority_level_request_utilization_sum${phase('executing')}`)).toBe('6000000')
    expect(metric(`priority_level_request_utilization_sum${phase('waiting')}`)).toBe('1000000')
    expect(metric('demand_seats_sum{priority_level="l"}')).toBe('10000000')
    expect(metric('demand_seats_bucket{priority_level="l",le="1"}')).toBe('11000000')
    expect(metric('read_vs_write_current_requests_sum{phase="executing",request_kind="mutating"}')).toBe('6000000')
    expect(metric('read_vs_write_current_requests_sum{phase="executing",request_kind="readOnly"}')).toBe('0')
  })
})
