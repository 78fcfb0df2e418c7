import { expect, it } from 'vitest'
import { changeTitle, fieldName, indexAt, inOrder, whenText } from './change-words.ts'
import type { ObjectChange } from './object-change.ts'

const change = (parts: Partial<ObjectChange>): ObjectChange => ({
  revision: 7,
  time: '2024-05-01T10:00:00.000Z',
  type: 'MODIFIED',
  user: 'admin',
  verb: 'update',
  agent: '',
  requestId: '',
  managers: ['tabplane'],
  changes: [],
  ...parts,
})

it('writes the path of a field in the notation of the server', () => {
  expect(fieldName('/spec/template/spec/containers/0/image')).toBe('spec.template.spec.containers[0].image')
  expect(fieldName('/metadata/labels/example.org~1tier')).toBe('metadata.labels[example.org/tier]')
  expect(fieldName('/data/a~0b')).toBe('data.a~b')
  expect(fieldName('/status/conditions/type=Ready/status')).toBe('status.conditions[type="Ready"].status')
})

it('summarises a change', () => {
  const replicas = { path: '/spec/replicas', before: 1, after: 2 }
  expect(changeTitle(change({ type: 'ADDED' }))).toBe('Created')
  expect(changeTitle(change({ changes: [replicas] }))).toBe('spec.replicas changed')
  expect(changeTitle(change({ changes: [{ path: '/data/x', after: '' }] }))).toBe('data.x added')
  expect(changeTitle(change({ changes: [{ path: '/data/x', before: '' }] }))).toBe('data.x removed')
  expect(changeTitle(change({ changes: [replicas, replicas] }))).toBe('2 fields changed')
  const generation = { path: '/metadata/generation', before: 1, after: 2 }
  expect(changeTitle(change({ changes: [generation, replicas] }))).toBe('spec.replicas changed')
  expect(inOrder([generation, replicas])).toEqual([replicas, generation])
  expect(changeTitle(change({}))).toBe('Field owners changed')
})

it('counts the time of a change from the shown moment, before it and after it', () => {
  const at = Date.parse('2024-05-01T10:00:00.000Z')
  expect(whenText(change({}), at + 45_000)).toBe('45s ago')
  expect(whenText(change({}), at)).toBe('0s ago')
  expect(whenText(change({}), at - 180_000)).toBe('3m later')
})

it('finds the change that a revision shows', () => {
  const changes = [4, 7, 9].map((revision) => change({ revision }))
  expect([undefined, 9, 8, 7, 3].map((shown) => indexAt(changes, shown))).toEqual([2, 2, 1, 1, 0])
})
