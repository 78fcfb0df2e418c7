import { numberOfText } from '../../api/numbers.ts'

/** Completion indexes of a job, as separate spans in ascending order: `1,3-5,7`. */
export type Indexes = readonly Span[]

interface Span {
  readonly first: number
  readonly last: number
}

const SPAN = /^([+-]?\d+)(?:-([+-]?\d+).*)?$/

/** Parses spans below `completions`; invalid spans are ignored. */
export function parseIndexes(text: string, completions: number): Indexes {
  const spans: Span[] = []
  for (const piece of text.split(',')) {
    const [found, low, high = low] = SPAN.exec(piece) ?? []
    if (found === undefined) continue
    const first = numberOfText(low)
    if (first >= completions) break
    spans.push({ first, last: Math.min(numberOfText(high), completions - 1) })
  }
  return merged(spans)
}

/** Writes indexes in the form of the status: two adjacent indexes with a comma, three or more as a range. */
export function formatIndexes(indexes: Indexes): string {
  const texts = indexes.map(({ first, last }) =>
    first === last ? `${first}` : `${first}${last === first + 1 ? ',' : '-'}${last}`,
  )
  return texts.join(',')
}

export const indexesOf = (numbers: Iterable<number>): Indexes =>
  merged([...numbers].sort((a, b) => a - b).map((index) => ({ first: index, last: index })))

/** Indexes in either set. */
export const union = (one: Indexes, other: Indexes): Indexes =>
  merged([...one, ...other].sort((a, b) => a.first - b.first))

export const countIndexes = (indexes: Indexes): number =>
  indexes.reduce((count, { first, last }) => count + last - first + 1, 0)

export function hasIndex(indexes: Indexes, index: number): boolean {
  let [low, high] = [0, indexes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((indexes[middle]?.last ?? 0) >= index) high = middle
    else low = middle + 1
  }
  const span = indexes[low]
  return span !== undefined && span.first <= index
}

/** The number of indexes in both sets. */
export function countShared(one: Indexes, other: Indexes): number {
  let [count, left, right] = [0, 0, 0]
  for (;;) {
    const [a, b] = [one[left], other[right]]
    if (a === undefined || b === undefined) return count
    count += Math.max(0, Math.min(a.last, b.last) - Math.max(a.first, b.first) + 1)
    if (a.last <= b.last) left++
    if (b.last <= a.last) right++
  }
}

/** The first `count` indexes below `completions` that are not taken. */
export function firstFree(taken: Indexes, count: number, completions: number): number[] {
  const free: number[] = []
  let candidate = 0
  for (const { first, last } of [...taken, { first: completions, last: completions }]) {
    while (candidate < Math.min(first, completions) && free.length < count) free.push(candidate++)
    candidate = Math.max(candidate, last + 1)
  }
  return free
}

/** Merges spans that overlap or touch. @param spans in ascending order of their first index */
function merged(spans: readonly Span[]): Indexes {
  const result: Span[] = []
  for (const span of spans) {
    const before = result.at(-1)
    if (before === undefined || span.first > before.last + 1) result.push(span)
    else if (span.last > before.last) result[result.length - 1] = { first: before.first, last: span.last }
  }
  return result
}
