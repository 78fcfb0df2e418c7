import { describe, expect, it } from 'vitest'
import type { Json } from '../../api/json.ts'
import { scoped } from '../notation/rule.ts'
import { PodScope } from './pod-scope.ts'
import { errorsOf } from './rules-fixture.ts'
import { podSecurity } from './security-contexts.ts'

const errors = (securityContext: Json, spec: { [field: string]: Json } = {}): string[] =>
  errorsOf(
    scoped((value) => new PodScope(value), podSecurity),
    { ...spec, securityContext },
  )

describe("rules of a pod's security context", () => {
  it('report the missing type of a profile before its file', () => {
    expect(errors({ seccompProfile: { localhostProfile: 'x' } }).map((text) => text.split(':')[0])).toEqual([
      'x.securityContext.seccompProfile.type',
      'x.securityContext.seccompProfile.localhostProfile',
    ])
  })

  it.each([
    ['NT AUTHORITY\\System', undefined],
    ['user', undefined],
    ['a\\b\\c', 'cannot contain more than one backslash'],
    ['bad:domain\\user', "Domain doesn't match the NetBios nor the DNS format"],
    ['d\\', 'User cannot be empty'],
    ['. .', 'User cannot contain only periods or spaces'],
    ['a|b', 'cannot contain the following characters: "/\\:;|=,+*?<>@[]'],
    ['a\u0001', 'cannot contain control characters'],
  ])('validate the Windows user %j', (runAsUserName, fault) => {
    const found = errors({ windowsOptions: { runAsUserName } })
    if (fault === undefined) expect(found).toEqual([])
    else expect(found[0]).toContain(fault)
  })

  it('refuse settings of a namespace that belongs to the host', () => {
    const sysctls = [{ name: 'kernel.sem', value: '1' }]
    expect(errors({ sysctls }, { hostIPC: true })).toEqual([
      'x.securityContext.sysctls[0].name: Invalid value: "kernel.sem": may not be specified when \'hostIPC\' is true',
    ])
    expect(errors({ sysctls: [{ name: 'kernel.sem_next_id', value: '1' }] }, { hostIPC: true })).toEqual([])
  })

  it('report a long AppArmor profile without the unit that other texts have', () => {
    const localhostProfile = 'a'.repeat(5000)
    expect(errors({ appArmorProfile: { type: 'Localhost', localhostProfile } })).toEqual([
      'x.securityContext.appArmorProfile.localhostProfile: Too long: may not be longer than 4095',
    ])
  })
})
