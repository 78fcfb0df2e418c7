import { describe, expect, it } from 'vitest'
import type { ApiObject, OwnerReference } from '../../api/object.ts'
import { controllerReference } from '../object-parts.ts'
import { hasOtherController, isStale, desiredOwners } from './stateful-set-claims.ts'

type Policy = 'Retain' | 'Delete'

const set = (whenDeleted: Policy, whenScaled: Policy): ApiObject => ({
  kind: 'StatefulSet',
  apiVersion: 'apps/v1',
  metadata: { name: 's', uid: 'set' },
  spec: { replicas: 1, persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled } },
})
const pod = (ordinal: number, uid = `pod-${ordinal}`): ApiObject => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: `s-${ordinal}`, uid },
})
const claim = (...ownerReferences: OwnerReference[]): ApiObject => ({ metadata: { name: 'data-s-0', ownerReferences } })
const stranger: OwnerReference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'stranger' }
const kinds = (owners: readonly OwnerReference[] | undefined) => owners?.map(({ kind }) => kind)

describe('the owners of a claim', () => {
  it.each([
    ['Retain', 'Retain', [], []],
    ['Delete', 'Retain', ['StatefulSet'], ['StatefulSet']],
    ['Retain', 'Delete', [], ['Pod']],
    ['Delete', 'Delete', ['StatefulSet'], ['Pod']],
  ] as const)('follow the policy: %s when deleted, %s when scaled', (whenDeleted, whenScaled, kept, scaledDown) => {
    const owner = set(whenDeleted, whenScaled)
    for (const [one, wanted] of [
      [pod(0), kept],
      [pod(1), scaledDown],
    ] as const) {
      const both = claim(stranger, controllerReference(owner), controllerReference(one))
      expect(kinds(desiredOwners(both, owner, one))).toEqual(['ConfigMap', ...wanted])
      const right = claim(stranger, ...wanted.map((kind) => controllerReference(kind === 'Pod' ? one : owner)))
      expect(desiredOwners(right, owner, one)).toBeUndefined()
    }
  })

  it('are written again when the set owned the claim without controlling it', () => {
    const owner = set('Delete', 'Retain')
    const { controller: _, ...weak } = controllerReference(owner)
    expect(desiredOwners(claim(weak), owner, pod(0))).toEqual([controllerReference(owner)])
  })

  it('are unchanged when they refer to a former set or pod of the same name', () => {
    const owner = set('Delete', 'Delete')
    const former = { ...controllerReference(owner), uid: 'former' }
    expect(desiredOwners(claim(former), owner, pod(0))).toBeUndefined()
  })

  it('are removed when another controller owns the claim', () => {
    const owner = set('Delete', 'Retain')
    const other = { ...stranger, controller: true }
    expect(hasOtherController(claim(other), owner, pod(0))).toBe(true)
    expect(hasOtherController(claim(other), set('Retain', 'Retain'), pod(0))).toBe(false)
    expect(desiredOwners(claim(other), owner, pod(0))).toBeUndefined()
    expect(desiredOwners(claim(other, controllerReference(owner)), owner, pod(0))).toEqual([other])
  })
})

it('treats a claim of the former pod as stale', () => {
  const { metadata: _, ...shape } = pod(0)
  const next = { ...shape, metadata: { name: 's-0' } }
  expect(isStale(claim(controllerReference(pod(0))), set('Retain', 'Delete'), next)).toBe(true)
  expect(isStale(claim(controllerReference(pod(0))), set('Retain', 'Retain'), next)).toBe(false)
  expect(isStale(claim(), set('Retain', 'Delete'), next)).toBe(false)
})
