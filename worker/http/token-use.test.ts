import { expect, it, vi } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { deletion, testCluster } from '../verbs/verbs-fixture.ts'
import { tokenUse } from './token-use.ts'

it('writes the date to the secret once a day, and reports nothing when the secret is deleted', async () => {
  const { verbs, catalog, clock, create, store, target, caller } = await testCluster()
  const report = vi.fn()
  const note = tokenUse({ verbs: () => verbs, catalog, dialect: dialects.k8s, clock, report })
  const made = await create('secrets', { metadata: { name: 't' } })
  const stored = () => store.get({ resource: 'secrets', namespace: 'default', name: 't' })?.object
  const day = () => stored()?.metadata?.labels?.['kubernetes.io/legacy-token-last-used']
  note(made)
  await vi.waitFor(() => expect(day()).toBe('2024-05-01'))
  const { revision } = store
  note(stored() ?? {})
  clock.advance(24 * 60 * 60_000)
  note(stored() ?? {})
  await vi.waitFor(() => expect(day()).toBe('2024-05-02'))
  expect(store.revision).toBe(revision + 1)
  await verbs.delete(target('secrets', 't'), caller, deletion)
  note(made)
  expect(report).not.toHaveBeenCalled()
})
