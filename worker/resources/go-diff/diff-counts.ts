import type { TextRecord } from './text-node.ts'
import { ELLIPSIS } from './text-node.ts'

/** The counts of elements, in the words of go-cmp and in the order in which it prints them. */
export interface DiffCounts {
  readonly identical: number
  readonly removed: number
  readonly inserted: number
  readonly modified: number
}

const WORDS = ['identical', 'removed', 'inserted', 'modified'] as const

/** A line in place of several parts, such as `... // 2 identical and 1 modified fields`. @param name such as `field` */
export function ellipsis(counts: DiffCounts, name: string): TextRecord {
  const parts = WORDS.filter((word) => counts[word] > 0).map((word) => `${counts[word]} ${word}`)
  const sum = WORDS.reduce((total, word) => total + counts[word], 0)
  const plural = sum > 1 ? `${name}s`.replace(/ys$/, 'ies') : name
  const joined = parts.length > 2 ? `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}` : parts.join(' and ')
  return { value: ELLIPSIS, hasNoComma: true, comment: `${joined} ${plural}` }
}
