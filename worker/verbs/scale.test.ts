import { expect, it } from 'vitest'
import { plain, testCluster } from './verbs-fixture.ts'

/**
 * This test guards against a comparison that never returns 0, because engines differ in the order that they then give to equal
 * items.
 */
it('sorts the terms of the selector by key, and keeps the order of the terms of one key', async () => {
  const { create, verbs, target, caller } = await testCluster()
  const matchExpressions = [
    { key: 'app', operator: 'In', values: ['y', 'x'] },
    { key: 'a', operator: 'DoesNotExist' },
  ]
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const spec = { selector: { matchLabels: { app: 'x' }, matchExpressions }, template }
  await create('apps/deployments', { metadata: { name: 'd' }, spec })
  const { object } = await verbs.get(target('apps/deployments', 'd', 'default', 'scale'), caller, {
    resourceVersion: '',
  })
  expect(object['status']).toMatchObject({ selector: '!a,app=x,app in (x,y)' })
})

it('drops repeated owners of a Scale with a warning', async () => {
  const { create, verbs, target, caller } = await testCluster()
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  await create('apps/deployments', {
    metadata: { name: 'd' },
    spec: { selector: { matchLabels: { app: 'x' } }, template },
  })
  const scale = target('apps/deployments', 'd', 'default', 'scale')
  const warnings: string[] = []
  const warned = { ...caller, warn: (text: string) => warnings.push(text) }
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }
  const metadata = { name: 'd', ownerReferences: [owner, owner] }
  await verbs.update(scale, warned, { metadata }, plain)
  expect(warnings).toEqual([expect.stringContaining('duplicate UID(s) observed: u')])
})

it.each(['deployments', 'statefulsets'])('answers a malformed resourceVersion for the Scale of %s', async (kind) => {
  const { create, verbs, target, caller } = await testCluster()
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  await create(`apps/${kind}`, { metadata: { name: 'd' }, spec: { selector: { matchLabels: { app: 'x' } }, template } })
  const scale = target(`apps/${kind}`, 'd', 'default', 'scale')
  const read = async () => verbs.get(scale, caller, { resourceVersion: 'x' })
  // The real server answers every fault of reading the Scale of a Deployment with 404.
  const wanted = kind === 'deployments' ? 'deployments/scale.apps "d" not found' : 'resourceVersion: Invalid value: "x"'
  await expect(read()).rejects.toThrow(wanted)
})
