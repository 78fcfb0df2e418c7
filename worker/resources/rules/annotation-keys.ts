import type { JsonObject } from '../../api/json.ts'

/**
 * Whether any key begins with one of the prefixes. Annotations with these prefixes are rare, so this check usually saves
 * rules a loop over containers.
 */
export function hasKeyUnder(annotations: JsonObject, ...prefixes: readonly string[]): boolean {
  for (const key in annotations) for (const prefix of prefixes) if (key.startsWith(prefix)) return true
  return false
}
