import { expect, test } from 'vitest'
import { driftOf, type Sample } from './drift.ts'

const samples = (of: (index: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 20 }, (_, i) => ({ residentBytes: 1e8, openFiles: 30, requests: 1, p99: 5, ...of(i) }))
const faults = (of: (index: number) => Partial<Sample>): string[] =>
  driftOf(samples(of)).flatMap(({ name, isFlat }) => (isFlat ? [] : [name]))

test('reports no drift of a server that fills its caches in the first fifth', () => {
  expect(faults((i) => (i < 4 ? { residentBytes: 5e7, p99: 50 } : {}))).toEqual([])
})

test('names memory that grew by more than a tenth, leaked files and slower answers', () => {
  expect(faults((i) => ({ residentBytes: 1e8 + i * 1e6 }))).toEqual(['resident memory, MB'])
  expect(faults((i) => ({ openFiles: 30 + i * 2 }))).toEqual(['open files'])
  expect(faults((i) => ({ p99: 5 + i / 2 }))).toEqual(['p99, ms'])
})
