/**
 * Returns a copy, sorted by insertion. When a comparison is not a total order, the result depends on the algorithm, and Go's
 * `sort` uses insertion for up to 12 elements. The time grows with the square of the length.
 */
export function insertionSorted<T>(items: Iterable<T>, isBefore: (item: T, other: T) => boolean): T[] {
  const sorted: T[] = []
  for (const item of items) {
    let at = sorted.length
    while (at > 0 && isBefore(item, sorted[at - 1] as T)) at--
    sorted.splice(at, 0, item)
  }
  return sorted
}
