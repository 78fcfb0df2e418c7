import { expect, test } from 'vitest'
import type { ObjectRef } from '../client/object-ref.ts'
import type { OpenDocument } from './documents.svelte.ts'
import { openObjectDocument } from './object-document.ts'
import { Tabs } from './tabs.svelte.ts'

const web: ObjectRef = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default', name: 'web' }
const services: ObjectRef = { group: '', version: 'v1', resource: 'services', namespace: '', name: '' }

function openWeb(tabs: Tabs): OpenDocument {
  const tab = tabs.show({ kind: 'object', at: web, section: 'yaml' })
  openObjectDocument(tab, 'deployment/web', 'replicas: 2\n')
  if (tab.document === undefined) throw new Error('no document')
  return tab.document
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

test('the labs share one tab, which is titled after the lab that it shows', () => {
  const tabs = new Tabs()
  const first = tabs.show({ kind: 'lab', id: 'cel' })
  const second = tabs.show({ kind: 'lab', id: 'crd' })
  expect(second).toBe(first)
  expect(tabs.open.map(({ title, place }) => [title, place])).toEqual([['CRD lab', { kind: 'lab', id: 'crd' }]])
})
