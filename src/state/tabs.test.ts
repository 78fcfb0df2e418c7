import { expect, test } from 'vitest'
import type { ObjectRef } from '../client/object-ref.ts'
import { OpenDocument } from './documents.svelte.ts'
import { Tabs } from './tabs.svelte.ts'

const web: ObjectRef = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default', name: 'web' }
const services: ObjectRef = { group: '', version: 'v1', resource: 'services', namespace: '', name: '' }

function openWeb(tabs: Tabs): OpenDocument {
  const document = new OpenDocument({ name: 'deployment/web', text: 'replicas: 2\n' }, web)
  tabs.show({ kind: 'object', at: web, section: 'yaml' }).document = document
  return document
}

test('an object that was only read is a preview, even when it changes in the cluster', () => {
  const tabs = new Tabs()
  const document = openWeb(tabs)
  document.follow('replicas: 3\n')
  document.text = 'replicas: 3\n'
  tabs.show({ kind: 'collection', at: services })
  expect(tabs.open.map(({ title }) => title)).toEqual(['services'])
})

test('the first edit keeps the tab and its document, even after the edit was applied', () => {
  const tabs = new Tabs()
  const document = openWeb(tabs)
  document.text = 'replicas: 5\n'
  tabs.show({ kind: 'collection', at: services })
  expect(tabs.open.map(({ title, pinned }) => [title, pinned])).toEqual([
    ['web', true],
    ['services', false],
  ])
  const again = tabs.show({ kind: 'object', at: web, section: 'yaml' })
  expect(again.document).toBe(document)
  expect([document.text, document.dirty]).toEqual(['replicas: 5\n', true])
  document.markApplied()
  expect([document.dirty, again.pinned]).toEqual([false, true])
})
