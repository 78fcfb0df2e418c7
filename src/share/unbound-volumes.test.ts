import { describe, expect, it } from 'vitest'
import { dialects } from '../../worker/dialect/dialect.ts'
import { unbound } from './unbound-volumes.ts'

const { spell } = dialects.k8s
const bound = { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' }

const claim = (annotations: Record<string, string>) => ({
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'c', annotations },
  spec: { storageClassName: 's', volumeName: 'v' },
  status: { phase: 'Bound' },
})

const volume = (annotations: Record<string, string>) => ({
  kind: 'PersistentVolume',
  metadata: { name: 'v', annotations },
  spec: { storageClassName: 's', claimRef: { namespace: 'n', name: 'c', uid: 'u', resourceVersion: '7' } },
  status: { phase: 'Bound' },
})

describe('a binding of the controller is removed from', () => {
  it('a claim', () => {
    expect(unbound(claim({ ...bound, note: 'mine' }), spell)).toEqual({
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'c', annotations: { note: 'mine' } },
      spec: { storageClassName: 's' },
    })
  })

  it('a volume', () => {
    expect(unbound(volume(bound), spell)).toEqual({
      kind: 'PersistentVolume',
      metadata: { name: 'v' },
      spec: { storageClassName: 's' },
    })
  })
})

it('keeps a binding that the user wrote', () => {
  expect(unbound(claim({}), spell)).toMatchObject({ spec: { volumeName: 'v' } })
  expect(unbound(volume({}), spell)).toMatchObject({ spec: { claimRef: { namespace: 'n', name: 'c' } } })
  expect(unbound(volume({}), spell)).not.toHaveProperty('spec.claimRef.uid')
})

it('leaves other objects unchanged', () => {
  const map = { kind: 'ConfigMap', metadata: { name: 'm' }, status: 'mine' }
  expect(unbound(map, spell)).toBe(map)
})
