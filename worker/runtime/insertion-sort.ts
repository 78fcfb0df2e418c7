/**
 * A sorted copy. With a comparison that is not a total order the algorithm decides, and Go's `sort` sorts up to 12 elements
 * by insertion. The time grows with the square of the length.
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
