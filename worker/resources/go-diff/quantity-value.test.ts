import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import { canonical } from '../../schema/canonical.ts'
import { decode } from '../../schema/decode.ts'
import { goDiff } from './format-diff.ts'

const claims = builtinType('api.core.v1.PersistentVolumeClaim')
const claimOf = (storage: string): JsonObject =>
  decode(claims, { spec: { resources: { requests: { storage } } } }).object
const inserted = (old: JsonObject, now: JsonObject): string | undefined =>
  goDiff('PersistentVolumeClaimSpec', old['spec'], now['spec'])
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .find((line) => line.startsWith('+'))
    ?.replace(/^.*storage": /, '')

it('shows a new quantity as it was written', () => {
  const old = claimOf('1Gi')
  expect(inserted(old, claimOf('1.5'))).toContain(
    '{i: resource.int64Amount{value: 15, scale: -1}, Format: "DecimalSI"}',
  )
  expect(inserted(old, claimOf('2.5Gi'))).toContain('{d: s"2684354560.000", Format: "BinarySI"}')
  expect(inserted(old, claimOf('100u'))).toContain(
    '{i: resource.int64Amount{value: 1, scale: -3}, Format: "DecimalSI"}',
  )
  expect(inserted(old, claimOf('0'))).toContain('{s: "0", Format: "DecimalSI"}')
  expect(inserted(old, claimOf('1024Mi'))).toBeUndefined()
})

it('shows a stored quantity in its canonical form', () => {
  const old = canonical(claims, claimOf('0.5'))
  const line = goDiff('PersistentVolumeClaimSpec', old['spec'], claimOf('1Gi')['spec'])
  expect(line.replaceAll('\u00a0', ' ')).toContain('{i: resource.int64Amount{value: 500, scale: -3}, s: "500m"')
})

it('forgets how a quantity was written when it is replaced', () => {
  const now = claimOf('2.5Gi')
  Object.assign((now['spec'] as { resources: { requests: JsonObject } }).resources.requests, { storage: '3Gi' })
  const text = goDiff('PersistentVolumeClaimSpec', claimOf('1Gi')['spec'], now['spec'])
  expect(text).toContain('s: "3Gi"')
})
