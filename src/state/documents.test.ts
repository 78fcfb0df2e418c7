import { expect, test } from 'vitest'
import { Documents, OpenDocument } from './documents.svelte.ts'

const managed = [{ manager: 'platform' }]

test('adds a number to a name in use, and stores the field manager with its document', () => {
  const documents = new Documents([{ name: 'release.yaml', text: 'a: 1\n', manager: 'robot' }], () => undefined)
  expect(documents.add({ name: 'release.yaml', text: 'a: 2\n', manager: 'robot' })).toBe('release-2.yaml')
  documents.write('notes.txt', 'x')
  expect(new Documents(documents.save(), () => undefined).save()).toEqual([
    { name: 'release.yaml', text: 'a: 1\n', manager: 'robot' },
    { name: 'release-2.yaml', text: 'a: 2\n', manager: 'robot' },
    { name: 'notes.txt', text: 'x' },
  ])
})

test('a file keeps its ending, and its number comes before the ending', () => {
  const documents = new Documents([], () => undefined)
  const added = ['shop.yml', 'shop.yml', 'guard.handler.ts', 'guard.handler.ts', 'notes', 'notes']
  expect(added.map((name) => documents.add({ name, text: '' }))).toEqual([
    'shop.yml',
    'shop-2.yml',
    'guard.handler.ts',
    'guard-2.handler.ts',
    'notes',
    'notes-2',
  ])
})

test('a document that is marked as not applied stays so until an apply', () => {
  const document = new OpenDocument({ name: 'untitled.yaml', text: 'a: 1\n' })
  document.markUnapplied()
  expect(document.dirty).toBe(true)
  document.markApplied()
  expect(document.dirty).toBe(false)
})

test('an edited object keeps its text and updates its owners', () => {
  const ref = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default', name: 'a' }
  const document = new OpenDocument({ name: 'configmap/a', text: 'a: 1\n' }, ref)
  document.text = 'a: 3\n'
  document.follow('a: 2\n', managed)
  expect([document.text, document.live, document.managedFields]).toEqual(['a: 3\n', 'a: 2\n', managed])
  document.follow(undefined)
  expect([document.text, document.live, document.managedFields]).toEqual(['a: 3\n', undefined, []])
})
