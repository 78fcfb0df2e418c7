import { afterEach, expect, it } from 'vitest'
import { shownRevision } from './shown-revision.svelte.ts'

afterEach(() => shownRevision.show('c', undefined))

it('renames the moment of a revision that several moments share, without a new list', () => {
  shownRevision.show('c', 7, { caption: 'after ada', at: 1000 })
  const { moved } = shownRevision
  shownRevision.show('c', 7, { caption: 'after bob', at: 2000 })
  expect(shownRevision.caption).toBe('after bob')
  expect(shownRevision.timeOf('c')).toBe(2000)
  expect(moved.aborted).toBe(false)
  shownRevision.show('c', 8, { caption: 'after ada', at: 3000 })
  expect(moved.aborted).toBe(true)
})

it('has the time of the shown moment, and none at now', () => {
  shownRevision.show('c', 7, { caption: '', at: 1000 })
  expect(shownRevision.timeOf('c')).toBe(1000)
  expect(shownRevision.timeOf('other')).toBeUndefined()
  shownRevision.show('c', undefined)
  expect(shownRevision.timeOf('c')).toBeUndefined()
})
