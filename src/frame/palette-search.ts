import type { Command } from '../contracts/commands.ts'

/** The score of an entry for a query; higher is better, 0 means no match. */
function score({ title, section, words = '' }: Command, needle: string): number {
  const name = title.toLowerCase()
  if (name === needle) return 5
  if (name.startsWith(needle)) return 4
  // A type may have a thousand objects, so a match of the type ranks below names.
  if (` ${words.toLowerCase()} `.includes(` ${needle} `)) return section === 'Objects' ? 2 : 4
  if (name.split(/[\s\-./]/).some((word) => word.startsWith(needle))) return 3
  const all = `${name} ${words.toLowerCase()} ${section.toLowerCase()}`
  return needle.split(/\s+/).every((part) => all.includes(part)) ? 1 : 0
}

const MAX_RESULTS = 60

/** The order of sections among matches of the same score, and without a query. */
const SECTIONS: readonly string[] = [
  'Recent',
  'Resources',
  'Objects',
  'Learn',
  'Lessons',
  'Editor',
  'View',
  'Documents',
  'Cluster',
  'Clusters',
  'Namespaces',
  'Terminal',
  'Theme',
  'Author',
]

/** Sections with many entries. The palette lists them only for a query. */
const FOUND_BY_NAME: readonly string[] = ['Resources', 'Objects', 'Namespaces', 'Lessons']

const rank = ({ section }: Command): number => {
  const at = SECTIONS.indexOf(section)
  return at < 0 ? SECTIONS.length : at
}

/** The best matches, grouped by section; sections are in the order of their best match. */
export function findEntries(entries: readonly Command[], query: string): Command[] {
  const needle = query.trim().toLowerCase()
  if (needle === '') {
    const offered = entries.filter(({ section }) => !FOUND_BY_NAME.includes(section))
    return grouped(offered.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_RESULTS))
  }
  const found = entries
    .map((entry) => ({ entry, score: score(entry, needle) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || rank(a.entry) - rank(b.entry) || a.entry.title.length - b.entry.title.length)
    .slice(0, MAX_RESULTS)
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
