import { describe, expect, it } from 'vitest'
import type { Command } from '../contracts/commands.ts'
import { findEntries } from './palette-search.ts'

const entry = (title: string, section: string, words = ''): Command => ({
  id: title,
  title,
  section,
  words,
  run: () => undefined,
})
const entries = [
  entry('Delete cluster', 'Cluster'),
  entry('New document', 'Editor'),
  entry('deployments', 'Resources', 'Deployment apps deploy'),
  entry('replicasets', 'Resources', 'ReplicaSet apps rs'),
  entry('pods', 'Resources', 'Pod  po'),
  entry('Show namespace pods', 'Namespaces'),
  entry('Fork cluster', 'Cluster'),
]
const titles = (query: string): string[] => findEntries(entries, query).map(({ title }) => title)

describe('palette search', () => {
  it('ranks whole names and short names above parts', () => {
    expect(titles('pods')[0]).toBe('pods')
    expect(titles('rs')[0]).toBe('replicasets')
    expect(titles('dep')[0]).toBe('deployments')
  })

  it('matches words in any order', () => {
    expect(titles('cluster fork')).toEqual(['Fork cluster'])
    expect(titles('nothing like this')).toEqual([])
  })

  it('prefers a resource to a command of the same score, and lists commands in a fixed order without a query', () => {
    const mixed = [entry('Delete cluster', 'Cluster'), entry('Use a theme', 'Theme'), entry('deployments', 'Resources')]
    expect(findEntries(mixed, 'de').map(({ title }) => title)).toEqual(['deployments', 'Delete cluster'])
    expect(findEntries(mixed.toReversed(), '').map(({ title }) => title)).toEqual(['Delete cluster', 'Use a theme'])
  })

  it('ranks names of objects above objects of a named type, and lists them for a query only', () => {
    const objects = [
      entry('web-1', 'Objects', 'pods in shop'),
      entry('pods-reader', 'Objects', 'roles in shop'),
      ...entries,
    ]
    const found = findEntries(objects, 'pods').map(({ title }) => title)
    expect(found).toEqual(['pods', 'pods-reader', 'web-1', 'Show namespace pods'])
    expect(findEntries(objects, 'shop web').map(({ title }) => title)).toEqual(['web-1'])
    expect(findEntries(objects, '').some(({ section }) => section === 'Objects')).toBe(false)
  })

  it('groups the entries of a section, and omits namespaces without a query', () => {
    const sections = findEntries(entries, '').map(({ section }) => section)
    expect(
      sections.filter((section, index) => sections.indexOf(section) !== index && sections[index - 1] !== section),
    ).toEqual([])
    expect(sections).not.toContain('Namespaces')
  })
})
