import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { allocate, poolsOf } from './service-allocation.ts'

const service = (name: string, spec: JsonObject): ApiObject => ({ metadata: { name, uid: name }, spec })

function allocated(
  spec: JsonObject,
  {
    others = [] as ApiObject[],
    ranges = ['10.0.0.0/24'],
    dryRun = false,
    old = undefined as JsonObject | undefined,
  } = {},
): JsonObject {
  const made = service('own', { type: 'ClusterIP', ...spec })
  const context = {
    clock: virtualClock(),
    user: { username: 'u', uid: '', groups: [], extra: {} },
    list: () => others,
    dryRun,
    subresource: '',
    warn: () => undefined,
  }
  allocate(poolsOf(ranges), made, old && service('own', old), context)
  return made['spec'] as JsonObject
}

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof StatusError) return error.message
    throw error
  }
  return 'none'
}

describe('service allocation', () => {
  it('gives an address of the first range and sets its family', () => {
    const spec = allocated({})
    expect(spec).toMatchObject({ ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' })
    expect(spec['clusterIP']).toMatch(/^10\.0\.0\.\d+$/)
    expect(spec['clusterIPs']).toEqual([spec['clusterIP']])
  })

  it('gives an address of each family when the cluster has two families and the service prefers dual stack', () => {
    const spec = allocated({ ipFamilyPolicy: 'PreferDualStack' }, { ranges: ['10.0.0.0/24', 'fd00::/112'] })
    expect(spec['ipFamilies']).toEqual(['IPv4', 'IPv6'])
    expect(spec['clusterIPs']).toHaveLength(2)
  })

  it('gives a headless service families and no address', () => {
    const spec = allocated({ clusterIP: 'None', clusterIPs: ['None'], selector: { a: 'b' } })
    expect(spec).toMatchObject({ clusterIPs: ['None'], ipFamilies: ['IPv4'] })
  })

  it('gives a service of type ExternalName no address, port or family', () => {
    expect(allocated({ type: 'ExternalName', externalName: 'a.b' })).toEqual({
      type: 'ExternalName',
      externalName: 'a.b',
    })
  })

  it('refuses an address that is taken or outside the range, and a family that the cluster lacks', () => {
    const others = [service('other', { clusterIPs: ['10.0.0.9'] })]
    const wants = (address: string) => ({ clusterIP: address, clusterIPs: [address] })
    expect(refusal(() => allocated(wants('10.0.0.9'), { others }))).toContain('provided IP is already allocated')
    expect(refusal(() => allocated(wants('10.0.1.9'), { others }))).toContain('is not in the valid range')
    expect(refusal(() => allocated({ ipFamilies: ['IPv6'] }))).toContain('not configured on this cluster')
  })

  it('gives free node ports, and accepts the same one for both protocols of a port', () => {
    const ports = [
      { name: 'a', port: 53, protocol: 'TCP' },
      { name: 'b', port: 54, protocol: 'TCP' },
    ]
    const given = (allocated({ type: 'NodePort', ports })['ports'] as JsonObject[]).map(({ nodePort }) =>
      Number(nodePort),
    )
    expect(new Set(given).size).toBe(2)
    expect(given.every((port) => port >= 30000 && port <= 32767)).toBe(true)
    const same = [
      { name: 'a', port: 53, protocol: 'TCP', nodePort: 30053 },
      { name: 'b', port: 53, protocol: 'UDP', nodePort: 30053 },
    ]
    expect(refusal(() => allocated({ type: 'NodePort', ports: same }))).toBe('none')
  })

  it('refuses a node port that is taken', () => {
    const others = [service('other', { ports: [{ nodePort: 30001 }] })]
    const ports = [{ port: 1, protocol: 'TCP', nodePort: 30001 }]
    expect(refusal(() => allocated({ type: 'NodePort', ports }, { others }))).toContain(
      'provided port is already allocated',
    )
  })

  it('lets a new service share a node port only between protocols of one port, and an updated one between any protocols', () => {
    const ports = [
      { name: 'a', port: 53, protocol: 'TCP', nodePort: 30053 },
      { name: 'b', port: 54, protocol: 'UDP', nodePort: 30053 },
    ]
    const spec = { type: 'NodePort', ports }
    expect(refusal(() => allocated(spec))).toContain('spec.ports[1].nodePort: Invalid value: 30053')
    const old = { type: 'NodePort', ports: [], clusterIPs: ['10.0.0.9'], clusterIP: '10.0.0.9', ipFamilies: ['IPv4'] }
    const kept = { clusterIPs: ['10.0.0.9'], clusterIP: '10.0.0.9' }
    expect(refusal(() => allocated({ ...spec, ...kept }, { old }))).toBe('none')
    const twice = ports.map((port) => ({ ...port, protocol: 'TCP' }))
    expect(refusal(() => allocated({ ...spec, ...kept, ports: twice }, { old }))).toBe(
      'duplicate nodePort: {TCP 30053}',
    )
  })

  it('throws for a health check port that is taken, and, except in a dry run, for one outside the range', () => {
    const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', allocateLoadBalancerNodePorts: true }
    const ports = [{ port: 80, protocol: 'TCP', nodePort: 30080 }]
    const fault = 'failed to allocate requested HealthCheck NodePort'
    expect(refusal(() => allocated({ ...spec, ports, healthCheckNodePort: 30080 }))).toBe(
      `Internal error occurred: ${fault} 30080: provided port is already allocated`,
    )
    expect(refusal(() => allocated({ ...spec, ports, healthCheckNodePort: 1 }))).toContain(`${fault} 1: provided port`)
    expect(refusal(() => allocated({ ...spec, ports, healthCheckNodePort: 1 }, { dryRun: true }))).toBe('none')
  })

  it('refuses two addresses of a new single-stack service, and releases the second one on an update', () => {
    const ipFamilies = ['IPv4', 'IPv6']
    const clusterIPs = ['10.0.0.9', 'fd00::9']
    const own = { clusterIP: '10.0.0.9', clusterIPs, ipFamilies }
    const ranges = ['10.0.0.0/24', 'fd00::/112']
    const single = refusal(() => allocated({ ...own, ipFamilyPolicy: 'SingleStack' }, { ranges }))
    expect(single).toContain('when multiple cluster IPs are specified')
    expect(single).toContain('when multiple IP families are specified')
    const old = { type: 'ClusterIP', ...own, ipFamilyPolicy: 'RequireDualStack' }
    expect(allocated({ ...own, ipFamilyPolicy: 'SingleStack' }, { ranges, old })).toMatchObject({
      clusterIPs: ['10.0.0.9'],
      ipFamilies: ['IPv4'],
    })
    const fewer = { clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], ipFamilies }
    expect(refusal(() => allocated(fewer, { ranges, old }))).toContain(
      "must be 'SingleStack' to release the secondary cluster IP",
    )
  })
})
