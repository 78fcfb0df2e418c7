import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTabs } from './closed-tabs.ts'
import { Documents } from './documents.svelte.ts'
import { notices } from './notices.svelte.ts'
import { openObjectDocument } from './object-document.ts'
import { questions } from './questions.svelte.ts'
import type { Tab } from './tabs.svelte.ts'
import { Tabs } from './tabs.svelte.ts'

let tabs: Tabs
let documents: Documents

beforeEach(() => {
  tabs = new Tabs()
  documents = new Documents([], (name) => tabs.show({ kind: 'file', name }))
})

afterEach(() => notices.clear())

function openEdited(name: string, text = 'replicas: 5\n'): Tab {
  const at = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name }
  const tab = tabs.show({ kind: 'object', at, section: 'yaml' }, { pin: true })
  openObjectDocument(tab, `deployment/${name}`, 'replicas: 2\n')
  if (tab.document !== undefined) tab.document.text = text
  return tab
}

const titles = (): readonly string[] => tabs.open.map(({ title }) => title)

test('closes a tab without an edit at once', async () => {
  const tab = openEdited('web', 'replicas: 2\n')
  await closeTabs({ tabs, documents }, [tab])
  expect([questions.asked, titles()]).toEqual([undefined, []])
})

test('names the edited object before it closes the tab, and keeps the tab when the user refuses', async () => {
  const tab = openEdited('web')
  const refused = closeTabs({ tabs, documents }, [tab])
  expect(questions.asked).toMatchObject({
    title: 'Discard the edit of web?',
    body: expect.stringContaining('deployments shop/web'),
    danger: true,
  })
  questions.asked?.answer(undefined)
  await refused
  expect([titles(), tab.draft]).toEqual([['web'], 'replicas: 5\n'])

  const discarded = closeTabs({ tabs, documents }, [tab])
  questions.asked?.answer('')
  await discarded
  expect(titles()).toEqual([])
})

test('reports a draft that a reload restored, before its object is read', async () => {
  const fresh = new Tabs()
  const restored = fresh.show(openEdited('web').place)
  restored.restored = 'replicas: 7\n'
  const closing = closeTabs({ tabs: fresh, documents }, [restored])
  expect(questions.asked?.title).toBe('Discard the edit of web?')
  questions.asked?.answer(undefined)
  await closing
  expect(fresh.open).toEqual([restored])
})

test('shows one question for several tabs, and names at most five of their objects', async () => {
  const edited = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => openEdited(name))
  const closing = closeTabs({ tabs, documents }, tabs.open)
  expect(questions.asked?.title).toBe(`Discard the edits of ${edited.length} objects?`)
  expect(questions.asked?.body.split('\n').slice(-2)).toEqual(['deployments shop/e', 'and 1 more'])
  questions.asked?.answer('')
  await closing
  expect([questions.asked, titles()]).toEqual([undefined, []])
})

test('closes a file without a question, because its text stays, and offers to open it again', async () => {
  documents.open('untitled.yaml')
  documents.write('untitled.yaml', 'kind: ConfigMap\n')
  await closeTabs({ tabs, documents }, tabs.open)
  expect([questions.asked, titles()]).toEqual([undefined, []])
  const shown = notices.shown.find(({ title }) => title === 'untitled.yaml is closed and not applied')
  shown?.action?.run()
  expect([titles(), documents.read('untitled.yaml')]).toEqual([['untitled.yaml'], 'kind: ConfigMap\n'])
})
