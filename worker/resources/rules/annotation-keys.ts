import type { JsonObject } from '../../api/json.ts'

/** Whether one of the keys begins with one of these; annotations that rules ask for by container are rarely there. */
export function hasKeyUnder(annotations: JsonObject, ...prefixes: readonly string[]): boolean {
  for (const key in annotations) for (const prefix of prefixes) if (key.startsWith(prefix)) return true
  return false
}
