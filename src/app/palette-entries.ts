import { typeKey } from '../api/discovery.ts'
import { commands } from '../state/commands.svelte.ts'
import { session } from '../state/session.svelte.ts'
import { clusterActions } from './cluster-actions.ts'
import type { Command } from './contracts.ts'

/** Everything the palette can find: what is open, recent objects, resource types, clusters, actions. */
export function paletteEntries(): Command[] {
  const workspace = session.workspace
  const actions = commands.all.filter(({ id }) => id !== 'app.palette')
  if (workspace === undefined) return actions
  const recent = workspace.recent.map((ref): Command => {
    const place = ref.namespace === '' ? ref.resource : `${ref.resource} in ${ref.namespace}`
    return {
      id: `recent.${place}.${ref.name}`,
      title: ref.name,
      section: 'Recent',
      words: place,
      run: () => workspace.openObject(ref),
    }
  })
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
  return [...recent, ...actions, ...types, ...documents, ...namespaces, ...clusters]
}

/** How well an entry answers what was typed: the higher the better, 0 not at all. */
function score({ title, section, words = '' }: Command, needle: string): number {
  const name = title.toLowerCase()
  if (name === needle) return 5
  if (name.startsWith(needle)) return 4
  if (` ${words.toLowerCase()} `.includes(` ${needle} `)) return 4
  if (name.split(/[\s\-./]/).some((word) => word.startsWith(needle))) return 3
  const all = `${name} ${words.toLowerCase()} ${section.toLowerCase()}`
  return needle.split(/\s+/).every((part) => all.includes(part)) ? 1 : 0
}

const MOST = 60

/** The best answers, grouped by section in the order of the best of each. */
export function findEntries(entries: readonly Command[], query: string): Command[] {
  const needle = query.trim().toLowerCase()
  if (needle === '') return grouped(entries.filter(({ section }) => section !== 'Namespaces').slice(0, MOST))
  const found = entries
    .map((entry) => ({ entry, score: score(entry, needle) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length)
    .slice(0, MOST)
  return grouped(found.map(({ entry }) => entry))
}

/** Sections in the order of their first entry. */
function grouped(entries: readonly Command[]): Command[] {
  const sections = new Map<string, Command[]>()
  for (const entry of entries) {
    const section = sections.get(entry.section)
    if (section === undefined) sections.set(entry.section, [entry])
    else section.push(entry)
  }
  return [...sections.values()].flat()
}
