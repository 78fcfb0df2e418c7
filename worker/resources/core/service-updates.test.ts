import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dropUnneeded, withHiddenPolicy } from './service-updates.ts'

describe('a service that changes its type', () => {
  it('loses its node ports even when a port is removed in the same update', () => {
    const port = (number: number, nodePort: number): JsonObject => ({ port: number, nodePort })
    const old = { type: 'NodePort', ports: [port(80, 30080), port(81, 30081)] }
    const kept = { type: 'ClusterIP', ports: [port(80, 30080)] }
    dropUnneeded({}, kept, old)
    expect(kept.ports).toEqual([{ port: 80 }])
    const requested = { type: 'ClusterIP', ports: [port(80, 30090)] }
    dropUnneeded({}, requested, old)
    expect(requested.ports).toEqual([port(80, 30090)])
  })

  it('loses requested node ports of a load balancer without allocation', () => {
    const ports = [{ port: 80, nodePort: 30080 }]
    const kept = { type: 'ClusterIP', ports }
    dropUnneeded({}, kept, { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports })
    expect(kept.ports).toEqual([{ port: 80 }])
  })

  it('keeps a changed family policy without the families', () => {
    const spec: JsonObject = { type: 'ExternalName', ipFamilies: ['IPv4'], ipFamilyPolicy: 'PreferDualStack' }
    dropUnneeded({}, spec, { type: 'ClusterIP', ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' })
    expect(spec).toEqual({ type: 'ExternalName', ipFamilyPolicy: 'PreferDualStack' })
  })

  it('to ExternalName keeps an internalTrafficPolicy that a field manager owns', () => {
    const spec = { type: 'ExternalName', externalName: 'a.b' }
    const owned = { 'f:spec': { 'f:internalTrafficPolicy': {} } }
    const service = { metadata: { managedFields: [{ manager: 'm', fieldsV1: owned }] }, spec }
    expect(withHiddenPolicy(service)['spec']).toEqual({ ...spec, internalTrafficPolicy: 'Cluster' })
    expect(withHiddenPolicy({ spec })).toEqual({ spec })
  })
})
