/**
 * The indexes of values that also occur earlier in the list. The function takes one pass, because searching the list for each
 * value would be quadratic, and a body may have a list of 60,000 values.
 */
export function repeatedIndexes(list: readonly unknown[]): ReadonlySet<number> {
  const seen = new Set<unknown>()
  const repeated = new Set<number>()
  for (const [index, value] of list.entries()) {
    if (seen.has(value)) repeated.add(index)
    seen.add(value)
  }
  return repeated
}
