import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../catalog.ts'

const CLASS = 'volumeAttributesClassName'
const DISABLED = `spec.${CLASS}: update is forbidden when the VolumeAttributesClass feature gate is disabled`

const volume = (
  name: string | undefined,
  source: ApiObject = { csi: { driver: 'd.io', volumeHandle: 'h' } },
): ApiObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'v' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    persistentVolumeReclaimPolicy: 'Retain',
    ...source,
    ...(name !== undefined && { [CLASS]: name }),
  },
})

async function behaviour(gate: boolean) {
  const catalog = buildCatalog({ dialect: dialects.k8s, featureGates: { VolumeAttributesClass: gate } })
  const facts = catalog.stored('persistentvolumes')
  if (facts === undefined) throw new Error('the catalog has no persistent volumes')
  return (await catalog.resolve(facts)).behaviour
}

const texts = (faults: readonly { field: string; detail?: string; message?: string }[] = []) =>
  faults.map(
    ({ field, message = '' }) =>
      `${field}: ${message.replace(/^(Forbidden|Invalid value: "\w*"|Required value): /, '')}`,
  )

describe('the class of volume attributes', () => {
  it('is stored unchecked while its feature is off, and may not change', async () => {
    const { validate, validateUpdate } = await behaviour(false)
    expect(texts(validate?.(volume('B_d')))).toEqual([])
    expect(texts(validateUpdate?.(volume('gold'), volume(undefined), ''))).toEqual([DISABLED])
    expect(texts(validateUpdate?.(volume(undefined), volume('gold'), '')).slice(0, 1)).toEqual([DISABLED])
  })

  it('is checked while its feature is on, and may not be removed', async () => {
    const { validate, validateUpdate } = await behaviour(true)
    expect(texts(validate?.(volume('')))).toEqual([`spec.${CLASS}: an empty string is disallowed`])
    expect(texts(validateUpdate?.(volume('silver'), volume('gold'), ''))).toEqual([])
    expect(texts(validateUpdate?.(volume(undefined), volume('gold'), ''))).toEqual([
      `spec.${CLASS}: update from non-nil value to nil is forbidden`,
    ])
  })
})
