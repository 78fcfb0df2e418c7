import type { JsonObject } from '../../api/json.ts'
import { qualifiedName } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'

/** The annotations of a template; a fault of a key is reported at the map. */
export const annotations: Rule = checkObject((map, place) => {
  for (const key of Object.keys(map).sort()) {
    for (const fault of qualifiedName(key.toLowerCase())) place.invalid(key, fault)
  }
})

/**
 * Whether any key begins with one of the prefixes. Annotations with these prefixes are rare, so this check usually saves
 * rules a loop over containers.
 */
export function hasKeyUnder(given: JsonObject, ...prefixes: readonly string[]): boolean {
  for (const key in given) for (const prefix of prefixes) if (key.startsWith(prefix)) return true
  return false
}
