import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import type { DialectName } from '../../dialect/dialect.ts'
import { contextOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { defaultIngressClass } from './default-ingress-class.ts'
import { defaultStorageClass } from './default-storage-class.ts'

const marked = (name: string, annotation: string, creationTimestamp: string): ApiObject => ({
  metadata: { name, creationTimestamp, annotations: { [annotation]: 'true' } },
})
const old = '2024-01-01T00:00:00Z'
const young = '2024-01-02T00:00:00Z'

async function claimed(dialectName: DialectName, classes: ApiObject[], spec: ApiObject = {}): Promise<unknown> {
  const domain = dialectName === 'k8s' ? 'k8s.io' : 'svc.io'
  const objects = { [`storage.${domain}/storageclasses`]: classes }
  const claim = { metadata: { name: 'c' }, spec }
  const resource = { group: '', version: 'v1', resource: 'persistentvolumeclaims' }
  await runPlugin(defaultStorageClass(contextOf({ dialectName, objects })), requestOf(claim, { resource }))
  return claim.spec['storageClassName']
}

describe('DefaultStorageClass', () => {
  const mark = 'storageclass.kubernetes.io/is-default-class'
  it('chooses the newest default, and by name among equally old ones', async () => {
    expect(await claimed('k8s', [marked('a', mark, old), marked('b', mark, young), marked('c', mark, young)])).toBe('b')
    expect(await claimed('k8s', [{ metadata: { name: 'a' } }])).toBeUndefined()
    expect(await claimed('k8s', [marked('a', mark, old)], { storageClassName: '' })).toBe('')
  })

  it('refuses several defaults in the svc dialect', async () => {
    const mark = 'storageclass.svc.io/is-default-class'
    await expect(claimed('svc', [marked('a', mark, old), marked('b', mark, young)])).rejects.toThrow(
      'Internal error occurred: 2 default StorageClasses were found',
    )
  })
})

describe('DefaultIngressClass', () => {
  const classes = [marked('web', 'ingressclass.kubernetes.io/is-default-class', old)]
  const plugin = defaultIngressClass(contextOf({ objects: { 'networking.k8s.io/ingressclasses': classes } }))
  const resource = { group: 'networking.k8s.io', version: 'v1', resource: 'ingresses' }

  it('gives an ingress the default class unless the ingress names one', async () => {
    const plain: ApiObject = { metadata: { name: 'i' }, spec: {} }
    const annotated: ApiObject = {
      metadata: { name: 'i', annotations: { 'kubernetes.io/ingress.class': 'x' } },
      spec: {},
    }
    for (const ingress of [plain, annotated]) await runPlugin(plugin, requestOf(ingress, { resource }))
    expect(plain['spec']).toEqual({ ingressClassName: 'web' })
    expect(annotated['spec']).toEqual({})
  })
})
