import type { Json, JsonObject } from './json.ts'

/**
 * An object in Go keeps the written text of a quantity and the fraction of a time until it is encoded: a printed difference shows
 * `1.5` and `1500m` as written. A decoded object has the canonical text, so a symbol member of the enclosing object records the
 * written text (compare `noteEmpty`).
 */
const WRITTEN = Symbol('written texts')

export interface WrittenText {
  /** The text as it was written. It is empty when null or nothing was written, which is a zero without a format. */
  readonly text: string
  /** The canonical form of the text. It is null for Go's zero time. */
  readonly canonical: string | null
  /** Whether the quantity is rounded up to thousandths; undefined for a time. */
  readonly isMilli: boolean | undefined
}

interface Noting {
  [WRITTEN]?: ReadonlyMap<string, WrittenText>
}

export function noteWritten(holder: JsonObject, field: string, written: WrittenText): void {
  const noting: Noting = holder
  noting[WRITTEN] = new Map([...(noting[WRITTEN] ?? []), [field, written]])
}

/** Records the texts of `from` in `to`. `names` has the new names of fields that are renamed. */
export function copyWritten(from: JsonObject, to: JsonObject, names?: ReadonlyMap<string, string>): void {
  const noting: Noting = from
  for (const [field, written] of noting[WRITTEN] ?? []) noteWritten(to, names?.get(field) ?? field, written)
}

/** The written text of a quantity or time. Undefined when it was written in its canonical form, or was replaced since. */
export function asWritten(holder: JsonObject, field: string): WrittenText | undefined {
  const noting: Noting = holder
  const written = noting[WRITTEN]?.get(field)
  return written?.canonical === holder[field] ? written : undefined
}

/** Whether the object holds a quantity or time that was written in another form. */
export function notesWritten(holder: JsonObject): boolean {
  const noting: Noting = holder
  return noting[WRITTEN] !== undefined
}

const FRACTION = /[.,]\d*[1-9]/

/**
 * Whether a quantity or time inside the value has another Go struct than its canonical form has. The struct contains the text
 * of a quantity and the fraction of a time, but not the zone of a time.
 */
export function hasOtherStructs(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasOtherStructs)
  const noted: Noting = value
  for (const [field, { text, isMilli, canonical }] of noted[WRITTEN] ?? []) {
    if (canonical !== value[field]) continue
    const isOther = isMilli === undefined ? canonical === null || FRACTION.test(text) : text !== canonical
    if (isOther) return true
  }
  return Object.values(value).some(hasOtherStructs)
}
