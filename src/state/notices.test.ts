import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notices } from './notices.svelte.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  notices.clear()
  vi.useRealTimers()
})

const titles = (): string[] => notices.shown.map(({ title }) => title)

it('removes a success after a time and keeps an error', () => {
  notices.show({ tone: 'success', title: 'Link copied' })
  notices.show({ tone: 'error', title: 'The cluster was not opened' })
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['The cluster was not opened'])
})

it('keeps a lasting notice until it is dismissed', () => {
  notices.show({ tone: 'info', title: 'A new version is ready', lasting: true })
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['A new version is ready'])
})

it('removes the notices about a cluster with it', () => {
  notices.fail('Pod web was not deleted', new Error('no'), 'first')
  notices.fail('Pod web was not labelled', new Error('no'), 'second')
  notices.fail('The link was not copied', new Error('no'))
  notices.leave('first')
  expect(titles()).toEqual(['Pod web was not labelled', 'The link was not copied'])
})

it('shows equal notices once', () => {
  notices.show({ tone: 'warning', title: 'Full' })
  notices.show({ tone: 'warning', title: 'Full' })
  expect(titles()).toEqual(['Full'])
})
