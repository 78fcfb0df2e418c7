import { typeKey } from '../client/discovery.ts'
import { commands } from '../state/commands.svelte.ts'
import { session } from '../state/session.svelte.ts'
import { focusTab } from './pane-focus.ts'
import { clusterActions } from '../state/cluster-actions.ts'
import type { Command } from '../contracts/commands.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import { refKey } from '../client/resource-path.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

/**
 * An entry that opens a tab. When the palette closes, the focus returns to its old place, and the entry then moves it
 * to the tab.
 */
function opening(entry: Command): Command {
  const run = (): void => {
    entry.run()
    void focusTab()
  }
  return { ...entry, run }
}

/** An entry with an action. When the action has opened a tab, it moves the focus there. */
function acting(entry: Command): Command {
  const front = (): unknown => session.workspace?.tabs.active
  const run = (): void => {
    const before = front()
    entry.run()
    if (front() !== before) void focusTab()
  }
  return { ...entry, run }
}

function objectEntry(workspace: Workspace, ref: ObjectRef, section: 'Recent' | 'Objects'): Command {
  return {
    id: `${section}.${refKey(ref)}`,
    title: ref.name,
    section,
    words: ref.namespace === '' ? ref.resource : `${ref.resource} in ${ref.namespace}`,
    run: () => workspace.openObject(ref),
  }
}

/** The entries of objects, without the recent ones. */
export function objectEntries(workspace: Workspace, refs: readonly ObjectRef[]): Command[] {
  const recent = new Set(workspace.recent.map(refKey))
  return refs.filter((ref) => !recent.has(refKey(ref))).map((ref) => opening(objectEntry(workspace, ref, 'Objects')))
}

/** The entries of the palette: recent objects, commands, resource types, documents, namespaces and clusters. */
export function paletteEntries(): Command[] {
  const workspace = session.workspace
  const actions = commands.all.filter(({ id }) => id !== 'app.palette').map(acting)
  if (workspace === undefined) return actions
  const recent = workspace.recent.map((ref) => objectEntry(workspace, ref, 'Recent'))
  const types = (workspace.discovery?.types ?? [])
    .filter((type) => type.verbs.includes('list'))
    .map((type): Command => ({
      id: `type.${typeKey(type)}`,
      title: type.resource,
      section: 'Resources',
      words: `${type.kind} ${type.group} ${type.shortNames.join(' ')}`,
      run: () => workspace.openType(type, { pin: true }),
    }))
  const namespaces = ['', ...workspace.namespaces].map((name): Command => ({
    id: `namespace.${name}`,
    title: name === '' ? 'Show all namespaces' : `Show namespace ${name}`,
    section: 'Namespaces',
    run: () => (workspace.namespace = name),
  }))
  const documents = workspace.documents.names().map((name): Command => ({
    id: `file.${name}`,
    title: name,
    section: 'Documents',
    run: () => workspace.documents.open(name),
  }))
  const clusters = session.list
    .filter(({ id }) => id !== workspace.cluster.id)
    .map(({ id, name, dialect }): Command => ({
      id: `cluster.${id}`,
      title: `Open cluster ${name}`,
      section: 'Clusters',
      words: dialect,
      run: () => void clusterActions.open(id),
    }))
  const opened = (entries: readonly Command[]): Command[] => entries.map(opening)
  return [...opened(recent), ...actions, ...opened(types), ...opened(documents), ...namespaces, ...clusters]
}
