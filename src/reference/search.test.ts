import { describe, expect, it } from 'vitest'
import { matching, occurrences, wordsOf } from './search.ts'

const entries = [
  { place: 1, text: 'watch: a revision older than the history answers 410' },
  { place: 2, text: 'list: a revision older than the history answers 410 expired' },
]

describe('matching', () => {
  it('requires every word, in any order and even as a part of a longer word', () => {
    expect([...matching(entries, wordsOf('HIST watch'))]).toEqual([1])
  })

  it('finds every entry for an empty query', () => {
    expect(matching(entries, wordsOf('  ')).size).toBe(2)
  })
})

describe('occurrences', () => {
  it('finds each word again after its previous occurrence', () => {
    expect(occurrences('Aaa a', ['aa', 'a'])).toEqual([
      [0, 2],
      [0, 1],
      [1, 2],
      [2, 3],
      [4, 5],
    ])
  })
})
