import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { configMap, deletion } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { CONFIG_MAPS } from '../kinds.ts'

async function informed() {
  const cluster = await managed([])
  const { create, context } = cluster
  const first = await create('configmaps', configMap('first'))
  const informer = context.informer(CONFIG_MAPS)
  const calls: string[] = []
  const name = ({ metadata }: ApiObject) => metadata?.name ?? ''
  informer.addEventHandler({
    added: (object) => object.metadata?.namespace === 'default' && calls.push(`added ${name(object)}`),
    updated: (object, before) =>
      void calls.push(`changed ${name(object)} ${JSON.stringify(before['data'])} ${JSON.stringify(object['data'])}`),
    deleted: (object) => void calls.push(`gone ${name(object)}`),
  })
  await informer.synced
  return { ...cluster, informer, calls, first }
}

const owned = (name: string, uid: string): ApiObject => ({
  ...configMap(name),
  metadata: { name, ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid, controller: true }] },
})

describe('an informer', () => {
  it('holds the existing objects and calls handlers for each change', async () => {
    const { create, informer, calls, verbs, target, caller, context } = await informed()
    await create('configmaps', configMap('second', { a: '1' }))
    await context.objects.update(CONFIG_MAPS, configMapIn('second', { a: '2' }))
    expect(informer.get({ namespace: 'default', name: 'second' })?.['data']).toEqual({ a: '2' })
    await verbs.delete(target('configmaps', 'first'), caller, deletion)
    expect(calls).toEqual(['added first', 'added second', 'changed second {"a":"1"} {"a":"2"}', 'gone first'])
    expect([...informer.list('default')].map(({ metadata }) => metadata?.name)).toEqual(['second'])
    expect([...informer.list('elsewhere')]).toEqual([])
  })

  it('finds objects by their controller', async () => {
    const { create, informer, context } = await informed()
    const names = (uid: string) => [...informer.controlledBy(uid)].map(({ metadata }) => metadata?.name)
    await create('configmaps', owned('a', 'u1'))
    expect(names('u1')).toEqual(['a'])
    await create('configmaps', owned('b', 'u1'))
    await context.objects.patch(CONFIG_MAPS, { namespace: 'default', name: 'a' }, 'merge', {
      metadata: { ownerReferences: null },
    })
    expect(names('u1')).toEqual(['b'])
    await context.objects.delete(CONFIG_MAPS, { namespace: 'default', name: 'b' })
    expect(names('u1')).toEqual([])
  })

  it('is shared by all callers, and lists again when its watch ends', async () => {
    const { context, informer, calls, clock, create, pass } = await informed()
    expect(context.informer(CONFIG_MAPS)).toBe(informer)
    await pass(604_800_000)
    await create('configmaps', configMap('late'))
    expect(calls).toEqual(['added first', 'added late'])
    expect(clock.elapsed()).toBeGreaterThanOrEqual(604_800_000)
  })
})

const configMapIn = (name: string, data: Record<string, string>): ApiObject => ({
  ...configMap(name, data),
  metadata: { name, namespace: 'default' },
})
