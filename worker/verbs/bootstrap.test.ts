import { describe, expect, it } from 'vitest'
import { bootstrap } from './bootstrap.ts'
import { testCluster } from './verbs-fixture.ts'
import { dialects } from '../dialect/dialect.ts'

describe('bootstrap', () => {
  it('makes the namespaces of the dialect, once', async () => {
    const { verbs, store, catalog } = await testCluster('svc')
    const names = [...store.snapshot('namespaces').entries()].map(({ key }) => key.name)
    expect(names).toEqual(['default', 'svc-node-lease', 'svc-public', 'svc-system'])
    expect(store.get({ resource: 'namespaces', namespace: '', name: 'default' })?.object).toMatchObject({
      metadata: { labels: { 'svc.io/metadata.name': 'default' }, managedFields: [{ manager: 'apiserver' }] },
      spec: { finalizers: ['svc'] },
      status: { phase: 'Active' },
    })
    const before = store.revision
    await bootstrap({ verbs, store, catalog, dialect: dialects.svc })
    expect(store.revision).toBe(before)
    expect(store.compactedRevision).toBe(before)
  })
})
