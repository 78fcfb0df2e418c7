import { expect, it, vi } from 'vitest'
import { showMap } from './shown-map.ts'
import { Tabs } from './tabs.svelte.ts'

const pod = { group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: 'web' }

function shown(tabs: Tabs, namespace = ''): unknown {
  const open = vi.fn<(place: unknown) => void>()
  showMap({ namespace, selected: undefined, tabs, open } as unknown as Parameters<typeof showMap>[0])
  return open.mock.calls[0]?.[0]
}

it('shows the namespace of the object in the active tab, else the same namespace as before', () => {
  const tabs = new Tabs()
  expect(shown(tabs)).toEqual({ kind: 'map', namespace: '' })
  tabs.show({ kind: 'map', namespace: 'bakery' })
  tabs.show({ kind: 'file', name: 'a.yaml' }, { pin: true })
  expect(shown(tabs)).toEqual({ kind: 'map', namespace: 'bakery' })
  tabs.show({ kind: 'object', at: pod, section: 'yaml' })
  expect(shown(tabs)).toEqual({ kind: 'map', namespace: 'shop' })
})

it('follows the namespace of the explorer', () => {
  const tabs = new Tabs()
  tabs.show({ kind: 'object', at: pod, section: 'yaml' })
  expect(shown(tabs, 'bakery')).toEqual({ kind: 'map', namespace: '' })
})
