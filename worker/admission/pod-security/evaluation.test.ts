import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { podSecurityEvaluation, violationDetails } from './evaluation.ts'
import { readVersion, type Level } from './policy.ts'
import { podForm } from './workloads.ts'
import { readRecording } from '../../../tests/recordings/archive.ts'

interface Case {
  readonly level: Level
  readonly version: string
  readonly expect: 'pass' | 'fail'
  readonly pod: ApiObject
}

const evaluate = podSecurityEvaluation(dialects.k8s)

describe('podSecurityEvaluation', () => {
  it('evaluates the published pods of every level and version', () => {
    const { cases } = readRecording('tables', 'pod-security') as { cases: readonly Case[] }
    const wrong = cases.filter(({ level, version, pod, expect: wanted }) => {
      const form = podForm(pod)
      if (form === undefined) throw new Error('give every case a pod')
      const violations = evaluate({ level, minor: readVersion(version) ?? Infinity }, form)
      return (violations.length === 0) !== (wanted === 'pass')
    })
    expect(cases.length).toBeGreaterThan(1000)
    expect(wrong.map(({ level, version, pod }) => `${level} ${version} ${JSON.stringify(pod)}`)).toEqual([])
  })

  it('names the violations, baseline first', () => {
    const form = podForm({
      metadata: {},
      spec: { hostPID: true, containers: [{ name: 'a', securityContext: { privileged: true } }, { name: 'b' }] },
    })
    if (form === undefined) throw new Error('a pod has a form')
    expect(violationDetails(evaluate({ level: 'baseline', minor: Infinity }, form))).toBe(
      'host namespaces (hostPID=true), privileged (container "a" must not set securityContext.privileged=true)',
    )
    const [first, ...others] = evaluate({ level: 'restricted', minor: 22 }, form)
    expect(first?.reason).toBe('host namespaces')
    expect(others.map(({ reason }) => reason)).toEqual([
      'privileged',
      'allowPrivilegeEscalation != false',
      'unrestricted capabilities',
      'runAsNonRoot != true',
      'seccompProfile',
    ])
  })
})
