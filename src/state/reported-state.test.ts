import { afterEach, expect, test } from 'vitest'
import type { ClusterState } from '../cluster/cluster.ts'
import { notices } from './notices.svelte.ts'
import { reportState } from './reported-state.ts'

afterEach(() => notices.clear())

const before: ClusterState = { phase: 'ready', saved: 'saved', revision: 1 }
const titles = (): string[] => notices.shown.map(({ title }) => title)

test('a failure is shown once', () => {
  const failed: ClusterState = { ...before, error: 'The disk is full' }
  reportState('a', failed, before)
  reportState('a', failed, failed)
  expect(titles()).toEqual(['A change was not saved'])
})

test('damaged or deleted data are reported once, and not also as a failure', () => {
  reportState('a', { ...before, error: 'damaged', notice: 'damaged' }, before)
  expect(titles()).toEqual(['Stored data were damaged'])
  notices.clear()
  reportState('a', { ...before, saved: 'memory', notice: 'deleted' }, before)
  expect(titles()).toEqual(['Stored data were deleted'])
})
