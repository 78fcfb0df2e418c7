/** A rule or a table row, with the words that can be searched. */
export interface Entry<Place> {
  place: Place
  text: string
}

/** The words of a query, in lower case. */
export const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** The entries that contain every word, in any order and as part of longer words. */
export function matching<Place>(entries: readonly Entry<Place>[], words: readonly string[]): Set<Place> {
  const found = entries.filter(({ text }) => words.every((word) => text.includes(word)))
  return new Set(found.map(({ place }) => place))
}

/** Start and end of every occurrence of a word in a text. */
export function occurrences(text: string, words: readonly string[]): [start: number, end: number][] {
  const lower = text.toLowerCase()
  return words.flatMap((word) => {
    const ranges: [number, number][] = []
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length))
      ranges.push([at, at + word.length])
    return ranges
  })
}
