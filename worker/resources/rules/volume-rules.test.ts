import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { at, scoped } from '../notation/rule.ts'
import { PodScope } from './pod-scope.ts'
import { volumes } from './volume-rules.ts'

const rules = [
  at(
    'spec',
    scoped((spec) => new PodScope(spec), volumes),
  ),
]
const errors = (list: JsonObject[], name = 'p'): string[] =>
  compileRules(
    rules,
    dialects.k8s.spell,
  )({ metadata: { name }, spec: { containers: [], volumes: list } }).map(({ field, message }) => `${field}: ${message}`)
const several = 'Forbidden: may not specify more than 1 volume type'

describe("rules of a pod's volumes", () => {
  it('name fields as the real server does', () => {
    expect(errors([{ name: 'v', gcePersistentDisk: {} }])).toEqual([
      'spec.volumes[0].persistentDisk.pdName: Required value',
    ])
    const many = { name: 'v', hostPath: { path: '/' }, gcePersistentDisk: {}, cephfs: {}, downwardAPI: {} }
    expect(errors([many])).toEqual(
      ['gcePersistentDisk', 'cephFS', 'downwarAPI'].map((name) => `spec.volumes[0].${name}: ${several}`),
    )
  })

  it('print the world wide names of a disk as a Go slice', () => {
    const [first] = errors([{ name: 'v', fc: { targetWWNs: ['a'], wwids: ['b'], lun: 1 } }])
    expect(first).toContain('[]string{"a"}: targetWWNs and wwids')
  })

  it('limit the length of the portal when the initiator has a name', () => {
    const iscsi = { targetPortal: '1'.repeat(70), iqn: 'iqn.2001-04.com.example:a', lun: 1 }
    expect(errors([{ name: 'v', iscsi }])).toEqual([])
    const [first] = errors([{ name: 'v', iscsi: { ...iscsi, initiatorName: iscsi.iqn } }])
    expect(first).toMatch(/^spec.volumes\[0\].name: Invalid value: "v": Total length/)
  })

  it('refuse a reference to a claim that is made for a volume of the same pod', () => {
    const template = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } } }
    const own = { name: 'a', ephemeral: { volumeClaimTemplate: template } }
    const other = { name: 'b', persistentVolumeClaim: { claimName: 'p-a' } }
    expect(errors([own, other])).toEqual([
      'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "p-a": must not reference a PVC that gets created for an ephemeral volume',
    ])
    expect(errors([own, other], 'q')).toEqual([])
  })

  it('refuse a repeated path in a projection, and report faults of tokens at the volume', () => {
    const secret = { name: 's', items: [{ key: 'a', path: 'p' }] }
    const sources = [
      { secret },
      { secret: { ...secret, name: 't' }, serviceAccountToken: { path: '../x', expirationSeconds: 600 } },
    ]
    expect(errors([{ name: 'v', projected: { sources } }])).toEqual([
      'spec.volumes[0].projected: Invalid value: "t": conflicting duplicate paths',
      'spec.volumes[0].projected.path: Invalid value: "../x": must not contain \'..\'',
      `spec.volumes[0].projected.sources[1]: ${several}`,
    ])
  })
})
