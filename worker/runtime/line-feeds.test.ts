import { expect, it } from 'vitest'
import { withoutLineFeeds } from './line-feeds.ts'

it('removes the line feeds at the end only', () => {
  expect(['', '\n\n', 'a', '\na\n\nb\n\n'].map(withoutLineFeeds)).toEqual(['', '', 'a', '\na\n\nb'])
})
