import { ownMember, type Json, type JsonObject } from './json.ts'

/**
 * Go distinguishes an empty list or map from nil until it encodes the object: messages print `[]string{}` or `[]string(nil)`,
 * and an empty `managedFields` resets ownership. A decoded object omits both, so a symbol member of the enclosing object
 * records the empty values of the document. Spreading copies the symbol member; enumeration by key does not see it.
 */
const EMPTIES = Symbol('given empty')

interface Noting {
  [EMPTIES]?: JsonObject
}

export function noteEmpty(holder: JsonObject, field: string, value: Json): void {
  const noting: Noting = holder
  noting[EMPTIES] = { ...noting[EMPTIES], [field]: value }
}

/** Removes the record of an empty value, because the server has dropped the field. */
export function forgetEmpty(holder: JsonObject, field: string): void {
  const noting: Noting = holder
  if (noting[EMPTIES]?.[field] === undefined) return
  const { [field]: _dropped, ...others } = noting[EMPTIES]
  if (Object.keys(others).length > 0) noting[EMPTIES] = others
  else delete noting[EMPTIES]
}

/** The value of a field in the document: `[]` or `{}` when decoding omitted the empty value. */
export function asGiven(holder: JsonObject, field: string): Json | undefined {
  const noting: Noting = holder
  return ownMember(holder, field) ?? ownMember(noting[EMPTIES] ?? {}, field)
}

/** Whether decoding omitted an empty list or map in a field of the object, and no default has filled the field. */
export function notesEmpties(holder: JsonObject): boolean {
  const noting: Noting = holder
  const noted = noting[EMPTIES]
  return noted !== undefined && Object.keys(noted).some((field) => holder[field] === undefined)
}

/** The fields of the object that decoding omitted, with their empty values, as a text that can be compared. */
export function givenEmpties(holder: JsonObject): string {
  const noting: Noting = holder
  const noted = Object.entries(noting[EMPTIES] ?? {}).filter(([field]) => holder[field] === undefined)
  return noted.length === 0 ? '' : JSON.stringify(noted.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether decoding omitted an empty list or map anywhere inside the value. */
export function hasGivenEmpty(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasGivenEmpty)
  return notesEmpties(value) || Object.values(value).some(hasGivenEmpty)
}
