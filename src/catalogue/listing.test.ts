import { describe, expect, it } from 'vitest'
import type { Listing } from './listing.ts'
import { findLessons } from './listing.ts'

const listing = (name: string, change: Partial<Listing> = {}): Listing => ({
  file: `${name}.yaml`,
  name,
  title: name,
  summary: '',
  level: 'beginner',
  minutes: 5,
  steps: 2,
  words: '',
  ...change,
})

const listings = [
  listing('labels', { course: 'First steps', summary: 'Select Pods by their labels' }),
  listing('alone', { level: 'advanced' }),
  listing('apply', { course: 'First steps' }),
  listing('quota', {
    course: 'Guarding a cluster',
    level: 'advanced',
    title: 'A budget',
    words: 'quota Meet the limit',
  }),
]

const namesIn = (words: string, level: Listing['level'] | '' = '') =>
  findLessons(listings, words, level).map(({ title, lessons }) => [title, lessons.map(({ name }) => name)])

describe('lessons of the catalogue', () => {
  it('are grouped by course, and lessons without a course come last', () => {
    expect(namesIn('')).toEqual([
      ['First steps', ['labels', 'apply']],
      ['Guarding a cluster', ['quota']],
      ['More lessons', ['alone']],
    ])
  })

  it('are found by all words of title, summary and course', () => {
    expect(namesIn('pods FIRST')).toEqual([['First steps', ['labels']]])
    expect(namesIn('pods guarding')).toEqual([])
  })

  it('are found by words that occur only in the steps and the name', () => {
    expect(namesIn('quota')).toEqual([['Guarding a cluster', ['quota']]])
    expect(namesIn('budget limit')).toEqual([['Guarding a cluster', ['quota']]])
  })

  it('are found by level', () => {
    expect(namesIn('', 'advanced')).toEqual([
      ['Guarding a cluster', ['quota']],
      ['More lessons', ['alone']],
    ])
  })
})
