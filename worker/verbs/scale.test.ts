import { expect, it } from 'vitest'
import { testCluster } from './verbs-fixture.ts'

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
