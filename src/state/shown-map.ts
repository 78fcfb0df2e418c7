import type { Workspace } from './workspace.svelte.ts'

/**
 * Opens the map. When the explorer shows all namespaces, the map shows the namespace of the object in the active tab,
 * else of the selected object, else the same namespace as before.
 */
export function showMap(workspace: Pick<Workspace, 'namespace' | 'selected' | 'tabs' | 'open'>): void {
  const { namespace, selected, tabs } = workspace
  const before = tabs.open.find(({ kind }) => kind === 'map')
  const near = tabs.active?.at?.namespace || selected?.namespace || before?.namespace || ''
  workspace.open({ kind: 'map', namespace: namespace === '' ? near : '' })
}
