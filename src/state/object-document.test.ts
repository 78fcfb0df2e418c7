import { expect, test } from 'vitest'
import { openObjectDocument } from './object-document.ts'
import { Tabs } from './tabs.svelte.ts'

const web = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default', name: 'web' }

test('an unapplied edit of an object is a draft, which a later tab restores', () => {
  const tabs = new Tabs()
  const first = tabs.show({ kind: 'object', at: web, section: 'yaml' })
  openObjectDocument(first, 'deployment/web', 'replicas: 2\n')
  expect(tabs.active?.draft).toBeUndefined()
  if (first.document !== undefined) first.document.text = 'replicas: 5\n'
  const draft = tabs.active?.draft
  expect(draft).toBe('replicas: 5\n')

  const later = new Tabs().show({ kind: 'object', at: web, section: 'yaml' })
  later.restored = draft
  expect(later.draft).toBe(draft)
  openObjectDocument(later, 'deployment/web', 'replicas: 3\n')
  expect([later.document?.text, later.document?.live, later.draft]).toEqual([draft, 'replicas: 3\n', draft])
  later.document?.markApplied()
  expect(later.draft).toBeUndefined()
})

test('a draft outlives its object, and an object that was only read leaves none', () => {
  const restored = new Tabs().show({ kind: 'object', at: web, section: 'yaml' })
  openObjectDocument(restored, 'deployments/web')
  expect(restored.document).toBeUndefined()
  restored.restored = 'replicas: 5\n'
  openObjectDocument(restored, 'deployments/web')
  expect([restored.document?.text, restored.document?.dirty]).toEqual(['replicas: 5\n', true])
})
