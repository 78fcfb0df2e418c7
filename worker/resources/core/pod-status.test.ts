import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { podAddresses, podStatusRules } from './pod-status.ts'

const errors = (status: JsonObject, old: JsonObject = {}, spec: JsonObject = { restartPolicy: 'Never' }): string[] =>
  compileRules(podStatusRules, dialects.k8s.spell)({ spec, status }, { spec, status: old }).map(
    ({ field, message }) => `${field}: ${message}`,
  )
const ended = (exitCode: number): JsonObject => ({
  containerStatuses: [{ name: 'c', state: { terminated: { exitCode } } }],
})
const running = { containerStatuses: [{ name: 'c', state: { running: {} } }] }

describe("rules of a pod's status", () => {
  it('keep `podIP` and `podIPs` consistent', () => {
    expect(podAddresses({ podIP: '1.2.3.4' })).toEqual([{ ip: '1.2.3.4' }])
    expect(podAddresses({ podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.5' }] })).toEqual([{ ip: '1.2.3.4' }])
    expect(podAddresses({ podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.4' }, { ip: '::1' }] })).toHaveLength(2)
  })

  it('accept each claim of the pod once, and no other claim', () => {
    const spec = { resourceClaims: [{ name: 'a' }] }
    expect(errors({ resourceClaimStatuses: [{ name: 'a' }] }, {}, spec)).toEqual([])
    expect(errors({ resourceClaimStatuses: [{ name: 'a' }, { name: 'a', resourceClaimName: 'A' }] }, {}, spec)).toEqual(
      [
        'status.resourceClaimStatuses[1].name: Duplicate value: "a"',
        expect.stringContaining('status.resourceClaimStatuses[1].name: Invalid value: "A": a lowercase RFC 1123'),
      ],
    )
    expect(errors({ resourceClaimStatuses: [{ name: 'x' }] }, {}, spec)).toEqual([
      'status.resourceClaimStatuses[0].name: Invalid value: "x": must match the name of an entry in `spec.resourceClaims`',
    ])
  })

  it('accept one address of each family, and require `hostIPs` to agree with `hostIP`', () => {
    expect(errors({ podIPs: [{ ip: '1.2.3.4' }, { ip: '::1' }] })).toEqual([])
    expect(errors({ podIPs: [{ ip: '1.2.3.4' }, { ip: '1.2.3.4' }] })).toEqual([
      'status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"1.2.3.4"}, core.PodIP{IP:"1.2.3.4"}}: may specify no more than one IP for each IP family',
      'status.podIPs[1]: Duplicate value: core.PodIP{IP:"1.2.3.4"}',
    ])
    expect(errors({ podIPs: [{ ip: '::1' }, { ip: 'x' }] }).slice(1)).toEqual([
      'status.podIPs: Internal error: failed to check for dual stack with error:invalid IP[1]: x',
      'status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"::1"}, core.PodIP{IP:"x"}}: may specify no more than one IP for each IP family',
    ])
    expect(errors({ hostIP: '1.2.3.4', hostIPs: [{ ip: '1.2.3.5' }] })[0]).toContain('must be equal to `hostIP`')
  })

  it('report a condition at the path of the real server', () => {
    const [first] = errors({ conditions: [{ type: 'a b' }] })
    expect(first).toMatch(/^metadata\.conditions\[0\]\.Type: /)
  })

  it('refuse to restart a container that its restart policy leaves terminated', () => {
    const fault = 'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state'
    expect(errors(running, ended(0))).toEqual([fault])
    expect(errors(running, ended(1), { restartPolicy: 'OnFailure' })).toEqual([])
    expect(errors(running, ended(0), { restartPolicy: 'Always' })).toEqual([])
  })
})
