import { describe, expect, it } from 'vitest'
import type { ApiObject, OwnerReference } from '../../api/object.ts'
import { configMap, deletion } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { garbageCollector } from './garbage-collector.ts'
import { CONFIG_MAPS } from '../kinds.ts'

async function collecting() {
  const cluster = await managed([garbageCollector])
  const { verbs, target, caller, create, read, pass, context } = cluster
  const make = async (
    name: string,
    owners: OwnerReference[] = [],
    finalizers: string[] = [],
    namespace = 'default',
  ) => {
    const metadata = { name, ownerReferences: owners, finalizers }
    const made = await create('configmaps', { ...configMap(name), metadata }, namespace)
    await pass(0)
    return made
  }
  const remove = async (name: string, propagationPolicy: 'Foreground' | 'Background' | 'Orphan') => {
    await verbs.delete(target('configmaps', name), caller, { ...deletion, propagationPolicy })
    await pass(0)
  }
  const change = async (name: string, metadata: Record<string, null>) => {
    await context.objects.patch(CONFIG_MAPS, { namespace: 'default', name }, 'merge', { metadata })
    await pass(0)
  }
  const metadata = (name: string) => read('configmaps', name)?.metadata
  return { ...cluster, make, remove, change, metadata }
}

const owner = ({ metadata }: ApiObject, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: metadata?.name ?? '',
  uid: metadata?.uid ?? '',
  ...more,
})
const blocking = { blockOwnerDeletion: true }

describe('the garbage collector', () => {
  it('deletes objects whose owners are all gone, and the dependents of these objects', async () => {
    const { make, remove, metadata, report } = await collecting()
    const [one, two] = [await make('one'), await make('two')]
    const child = await make('child', [owner(one)])
    await make('grandchild', [owner(child)])
    await make('shared', [owner(one), owner(two)])
    await remove('one', 'Background')
    expect([metadata('child'), metadata('grandchild')]).toEqual([undefined, undefined])
    expect(metadata('shared')?.ownerReferences).toEqual([owner(two)])
    expect(report).not.toHaveBeenCalled()
  })

  it('deletes in the foreground: blocking dependents first, then the owner', async () => {
    const { make, remove, change, metadata } = await collecting()
    const one = await make('one')
    await make('held', [owner(one, blocking)], ['example.com/hold'])
    await make('free', [owner(one, blocking)])
    await remove('one', 'Foreground')
    expect(metadata('free')).toBeUndefined()
    expect(metadata('held')?.deletionTimestamp).toBeDefined()
    expect(metadata('one')?.finalizers).toEqual(['foregroundDeletion'])
    await change('held', { finalizers: null })
    expect([metadata('held'), metadata('one')]).toEqual([undefined, undefined])
  })

  it('does not wait for a dependent that does not block any more', async () => {
    const { make, remove, context, pass, metadata } = await collecting()
    const one = await make('one')
    await make('held', [owner(one, blocking)], ['example.com/hold'])
    await remove('one', 'Foreground')
    const ownerReferences = [owner(one, { blockOwnerDeletion: false })]
    await context.objects.patch(CONFIG_MAPS, { namespace: 'default', name: 'held' }, 'merge', {
      metadata: { ownerReferences },
    })
    await pass(0)
    expect(metadata('one')).toBeUndefined()
  })

  it('orphans dependents', async () => {
    const { make, remove, metadata } = await collecting()
    const one = await make('one')
    await make('child', [owner(one, { controller: true })])
    await remove('one', 'Orphan')
    expect(metadata('one')).toBeUndefined()
    expect(metadata('child')?.ownerReferences).toBeUndefined()
  })

  it('deletes a cycle of owners', async () => {
    const { make, remove, context, pass, metadata } = await collecting()
    const one = await make('one')
    const two = await make('two', [owner(one, blocking)])
    const ownerReferences = [owner(two, blocking)]
    await context.objects.patch(CONFIG_MAPS, { namespace: 'default', name: 'one' }, 'merge', {
      metadata: { ownerReferences },
    })
    await pass(0)
    await remove('one', 'Foreground')
    expect([metadata('one'), metadata('two')]).toEqual([undefined, undefined])
  })

  it('identifies an owner by kind, name and uid', async () => {
    const { make, metadata, pass, all } = await collecting()
    const one = await make('one')
    await make('of-a-secret', [owner(one, { kind: 'Secret' })])
    await make('of-an-older', [owner(one, { uid: '11111111-2222-3333-4444-555555555555' })])
    await make('of-unserved-kind', [owner(one, { kind: 'Thing', apiVersion: 'example.com/v1' })])
    await pass(100)
    expect([metadata('of-a-secret'), metadata('of-an-older')]).toEqual([undefined, undefined])
    expect(metadata('of-unserved-kind')).toBeDefined()
    expect(all('events')).toEqual([])
  })

  it('records an event when an owner is in another namespace', async () => {
    const { make, create, pass, metadata, all, read } = await collecting()
    await create('namespaces', { metadata: { name: 'n' } }, '')
    const one = await make('one', [], [], 'n')
    await make('a', [owner(one)])
    expect(metadata('a')).toBeUndefined()
    const role = { metadata: { name: 'r', ownerReferences: [owner(one)] } }
    await create('rbac.authorization.k8s.io/clusterroles', role, '')
    await pass(0)
    expect(read('rbac.authorization.k8s.io/clusterroles', 'r')).toBeDefined()
    const uid = one.metadata?.uid ?? ''
    expect(all('events').map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        `ownerRef [v1/ConfigMap, namespace: default, name: one, uid: ${uid}] does not exist in namespace "default"`,
        `ownerRef [v1/ConfigMap, namespace: , name: one, uid: ${uid}] does not exist in namespace ""`,
      ]),
    )
  })
})
