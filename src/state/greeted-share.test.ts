import { afterEach, expect, test } from 'vitest'
import { greetShared } from './greeted-share.ts'
import { notices } from './notices.svelte.ts'
import { Tabs } from './tabs.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

afterEach(() => notices.clear())

/** A workspace that has opened the tab of a link. */
function opened() {
  const tabs = new Tabs()
  tabs.show({ kind: 'file', name: 'shop.yaml' })
  const open: Workspace['open'] = (place) => tabs.show(place)
  return { tabs, open, cluster: { id: 'a' } as Workspace['cluster'] }
}
const objects = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'shop' } },
]

test('the map of the shared objects opens behind the tab that the link names', () => {
  const workspace = opened()
  greetShared(workspace, { shared: { objects, at: '?file=shop.yaml' }, isFirstVisit: false })
  expect(workspace.tabs.open.map(({ place }) => place)).toContainEqual({ kind: 'map', namespace: 'shop' })
  expect(workspace.tabs.active?.title).toBe('shop.yaml')
  expect(notices.shown).toEqual([])
})

test('the map is in front for a link that names no tab', () => {
  const workspace = opened()
  greetShared(workspace, { shared: { objects, at: '' }, isFirstVisit: false })
  expect(workspace.tabs.active?.kind).toBe('map')
})

test('a first visitor reads what the page is, and can show the map', () => {
  const workspace = opened()
  greetShared(workspace, { shared: { objects, at: '?file=shop.yaml' }, isFirstVisit: true })
  const [notice] = notices.shown
  expect(notice?.detail).toContain('Kubernetes-compatible control plane in this tab')
  notice?.action?.run()
  expect(workspace.tabs.active?.kind).toBe('map')
})
