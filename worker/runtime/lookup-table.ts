/**
 * A constant table with the value of each key in `entries`. It inherits nothing, so that a text such as `constructor`
 * or `__proto__` has no value: `docs/STYLE.md`, Code 8.
 */
export function lookupTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign<Record<string, T>, typeof entries>(Object.create(null), entries)
}
