import { sortedKeys } from '../../api/byte-order.ts'

/**
 * Returns a function that lists the keys of a map in byte order. It sorts each map once: a value is formatted several times
 * until its change is visible. The maps must not change.
 */
export function rememberedKeys(): (map: object) => readonly string[] {
  const keysByMap = new Map<object, readonly string[]>()
  return (map) => {
    const keys = keysByMap.get(map) ?? sortedKeys(map)
    keysByMap.set(map, keys)
    return keys
  }
}
