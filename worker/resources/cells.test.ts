import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from './catalog.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })

/** The cell of one column for an object. */
async function cell(storage: string, column: string, object: JsonObject): Promise<unknown> {
  const facts = catalog.stored(storage)
  const resource = facts && (await catalog.resolve(facts))
  const found = resource?.behaviour.columns?.find(({ name }) => name === column)
  if (found === undefined) throw new Error(`Name a column that ${storage} has instead of ${column}`)
  return found.cell({ metadata: { name: 'a' }, ...object }, 0)
}

describe('endpoints', () => {
  const shown = (...subsets: JsonObject[]): Promise<unknown> => cell('endpoints', 'Endpoints', { subsets })

  it('show <none> without subsets, and an empty string without a ready address', async () => {
    expect(await shown()).toBe('<none>')
    expect(await shown({ notReadyAddresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] })).toBe('')
  })

  it('show at most three addresses', async () => {
    const addresses = [1, 2, 3, 4].map((last) => ({ ip: `10.0.0.${last}` }))
    expect(await shown({ addresses, ports: [{ port: 80 }] })).toBe('10.0.0.1:80,10.0.0.2:80,10.0.0.3:80 + 1 more...')
  })
})

describe('entry points of load balancers', () => {
  const ingress = [{ ip: '203.0.113.9' }, { hostname: 'b.example' }, { ip: '203.0.113.10' }, { ip: '203.0.113.9' }, {}]
  const status = { loadBalancer: { ingress } }

  it('are unique and sorted, and precede the external addresses', async () => {
    const spec = { type: 'LoadBalancer', externalIPs: ['198.51.100.1'] }
    expect(await cell('services', 'External-IP', { spec, status })).toBe(
      '203.0.113.10,203.0.113.9,b.example,198.51.100.1',
    )
    expect(await cell('networking.k8s.io/ingresses', 'Address', { status })).toBe('203.0.113.10,203.0.113.9,b.example')
  })
})

it('prints an unknown external address for a service without a type', async () => {
  expect(await cell('services', 'External-IP', {})).toBe('<unknown>')
})

describe('hosts of an ingress', () => {
  it.each([
    [['', ''], '*'],
    [['', 'a', 'b', 'c'], 'a,b,c'],
    [['a', 'b', 'c', ''], 'a,b,c + 1 more...'],
  ])('%j are shown as %s', async (hosts, text) => {
    const rules = hosts.map((host) => ({ host }))
    expect(await cell('networking.k8s.io/ingresses', 'Hosts', { spec: { rules } })).toBe(text)
  })
})

describe('usage of a quota', () => {
  const hard = { 'services.nodeports': '1', 'limits.cpu': '2', services: '5' }

  it('is sorted by the names of the resources', async () => {
    const object = { status: { hard, used: { services: '3' } } }
    expect(await cell('resourcequotas', 'Request', object)).toBe('services: 3/5, services.nodeports: 0/1')
    expect(await cell('resourcequotas', 'Limit', object)).toBe('limits.cpu: 0/2')
  })
})

describe('targets of an autoscaler', () => {
  const shown = (spec: JsonObject, status?: JsonObject): Promise<unknown> =>
    cell('autoscaling/horizontalpodautoscalers', 'Targets', {
      spec: { metrics: [spec] },
      status: { currentMetrics: status ? [status] : [] },
    })
  const pods = (target: JsonObject): JsonObject => ({ type: 'Pods', pods: { metric: { name: 'm' }, target } })

  it('distinguish a report without an amount from no report', async () => {
    const spec = pods({ type: 'AverageValue', averageValue: '5' })
    expect(await shown(spec)).toBe('<unknown>/5')
    expect(await shown(spec, { type: 'Pods', pods: { current: { averageValue: '2500m' } } })).toBe('2500m/5')
    expect(await shown(spec, { type: 'Pods', pods: { current: {} } })).toBe('<nil>/5')
  })
})

describe('the last schedule of a cron job', () => {
  const shown = (status: JsonObject): Promise<unknown> => cell('batch/cronjobs', 'Last Schedule', { status })

  it('distinguishes the zero time from no time', async () => {
    expect(await shown({})).toBe('<none>')
    expect(await shown({ lastScheduleTime: null })).toBe('<unknown>')
    expect(await shown({ lastScheduleTime: '1970-01-01T00:00:00Z' })).toBe('0s')
  })
})

describe('the status of a deleted pod', () => {
  it.each([
    [{ phase: 'Failed' }, 'Terminating'],
    [{ phase: 'Succeeded' }, 'Terminating'],
    [{ phase: 'Running', reason: 'NodeLost' }, 'Unknown'],
  ])('%j is shown as %s', async (status, text) => {
    expect(await cell('pods', 'Status', { metadata: { deletionTimestamp: '2024-01-01T00:00:00Z' }, status })).toBe(text)
  })
})
