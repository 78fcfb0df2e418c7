import type { Json, JsonObject } from './json.ts'

/**
 * Go keeps an empty list or map apart from none until it writes the object: rules say `[]string{}` of one and
 * `[]string(nil)` of the other, and an empty `managedFields` is a wish. A decoded object holds neither, so a note at its
 * holder says what the document gave. Copies by spreading keep the note; nothing that goes through keys sees it.
 */
const EMPTIES = Symbol('given empty')

interface Noting {
  [EMPTIES]?: JsonObject
}

export function noteEmpty(holder: JsonObject, field: string, value: Json): void {
  const noting: Noting = holder
  noting[EMPTIES] = { ...noting[EMPTIES], [field]: value }
}

/** The value of a field as the document gave it: `[]` or `{}` where decoding has left it out for being empty. */
export function asGiven(holder: JsonObject, field: string): Json | undefined {
  const noting: Noting = holder
  return holder[field] ?? noting[EMPTIES]?.[field]
}
