import { expect, test } from 'vitest'
import type { ClusterState } from '../cluster/cluster.ts'
import { Documents } from './documents.svelte.ts'
import { Tabs } from './tabs.svelte.ts'
import { losesText } from './lost-text.ts'

const web = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' }

/** A workspace with an edited object. */
function edited({ stored = true, saved = 'saved' }: { stored?: boolean; saved?: ClusterState['saved'] } = {}) {
  const tabs = new Tabs()
  tabs.show({ kind: 'object', at: web, section: 'yaml' }).restored = 'replicas: 5\n'
  const documents = new Documents([], () => undefined)
  return { tabs, documents, save: () => stored, state: { phase: 'ready' as const, saved, revision: 1 } }
}
const whole = {
  documents: [],
  unapplied: [],
  tabs: [],
  drafts: [['object:web', 'replicas: 5\n']] as const,
  active: 0,
  namespace: '',
}

test('a draft that is stored is not lost', () => {
  expect(losesText(edited(), whole)).toBe(false)
})

test('a draft is lost without storage, beyond the limit, and with a cluster in memory', () => {
  expect(losesText(edited({ stored: false }), whole)).toBe(true)
  expect(losesText(edited(), { ...whole, drafts: [] })).toBe(true)
  expect(losesText(edited({ saved: 'memory' }), whole)).toBe(true)
})

test('nothing is lost without an edited object', () => {
  const { tabs, ...rest } = edited({ stored: false })
  expect(losesText({ ...rest, tabs: new Tabs() }, { ...whole, drafts: [] })).toBe(false)
  expect(tabs.open).toHaveLength(1)
})
