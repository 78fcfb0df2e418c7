import { beforeEach, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { managed, type ManagedCluster } from '../controller-fixture.ts'
import { claimObjects } from './adoption.ts'
import { controllerReference } from '../object-parts.ts'
import { CONFIG_MAPS } from '../kinds.ts'

let cluster: ManagedCluster

beforeEach(async () => {
  cluster = await managed([])
  await cluster.create('secrets', { metadata: { name: 'owner' } })
})

const owner = (): ApiObject => ({ ...cluster.read('secrets', 'owner'), apiVersion: 'v1', kind: 'Secret' })

async function claim(who = owner(), finalizers?: string[]): Promise<(string | undefined)[]> {
  const isWanted = ({ metadata }: ApiObject): boolean => metadata?.labels?.['app'] === 'x'
  const { objects } = cluster.context
  const ownerResource = { group: '', version: 'v1', resource: 'secrets' }
  const all = cluster.all('configmaps').map((map) => ({ ...map, apiVersion: 'v1', kind: 'ConfigMap' }))
  const mine = await claimObjects(
    { objects, owner: who, ownerResource, resource: CONFIG_MAPS, isWanted, ...(finalizers && { finalizers }) },
    all,
  )
  return mine.map(({ metadata }) => metadata?.name ?? '').sort()
}

const put = (name: string, app: string, controller?: ApiObject): Promise<unknown> =>
  cluster.create('configmaps', {
    metadata: {
      name,
      labels: { app },
      finalizers: ['own.io/keep'],
      ...(controller && { ownerReferences: [controllerReference(controller)] }),
    },
  })

it('adopts wanted objects and releases unwanted ones', async () => {
  const other = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'other', uid: 'other' } }
  await put('free', 'x')
  await put('free-other', 'y')
  await put('own', 'x', owner())
  await put('own-other', 'y', owner())
  await put('foreign', 'x', other)
  expect(await claim(owner(), ['own.io/tracking'])).toEqual(['free', 'own'])
  expect(cluster.read('configmaps', 'free')?.metadata).toMatchObject({
    ownerReferences: [controllerReference(owner())],
    finalizers: ['own.io/tracking', 'own.io/keep'],
  })
  expect(cluster.read('configmaps', 'own-other')?.metadata?.ownerReferences).toBeUndefined()
  expect(cluster.read('configmaps', 'foreign')?.metadata?.ownerReferences?.[0]?.name).toBe('other')
})

it('adopts nothing for a deleted owner or an owner that is being deleted', async () => {
  await put('free', 'x')
  await put('own-other', 'y', owner())
  const leaving = { ...owner(), metadata: { ...owner().metadata, deletionTimestamp: '2024-01-01T00:00:00Z' } }
  expect(await claim(leaving)).toEqual([])
  expect(cluster.read('configmaps', 'own-other')?.metadata?.ownerReferences).toHaveLength(1)
  expect(await claim({ ...owner(), metadata: { ...owner().metadata, uid: 'former' } })).toEqual([])
  expect(cluster.read('configmaps', 'free')?.metadata?.ownerReferences).toBeUndefined()
})
