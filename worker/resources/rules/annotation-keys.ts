import type { JsonObject } from '../../api/json.ts'

/**
 * Whether any key begins with one of the prefixes. It spares rules a loop over containers, since such annotations are
 * rare.
 */
export function hasKeyUnder(annotations: JsonObject, ...prefixes: readonly string[]): boolean {
  for (const key in annotations) for (const prefix of prefixes) if (key.startsWith(prefix)) return true
  return false
}
