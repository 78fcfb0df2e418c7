import type { Json, JsonObject } from './json.ts'

/**
 * Go keeps a quantity as it was written, and the fraction of a time, until it encodes the object: a printed difference
 * shows `1.5` and `1500m` as written. A decoded object has the canonical text: a symbol member of its holder records the
 * written one, as `noteEmpty` does.
 */
const WRITTEN = Symbol('written texts')

export interface WrittenText {
  /** Empty when null was written, which is a zero without a format. */
  readonly text: string
  /** Null for Go's zero time. */
  readonly canonical: string | null
  /** The quantity is rounded up to thousandths; undefined for a time. */
  readonly isMilli: boolean | undefined
}

interface Noting {
  [WRITTEN]?: ReadonlyMap<string, WrittenText>
}

export function noteWritten(holder: JsonObject, field: string, written: WrittenText): void {
  const noting: Noting = holder
  noting[WRITTEN] = new Map([...(noting[WRITTEN] ?? []), [field, written]])
}

/** How a quantity or time was written; undefined when in its canonical form, or replaced since. */
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
 * Whether a quantity or time inside the value differs from its canonical form as a struct of Go, although both are equal: the
 * struct has the text of a quantity and the fraction of a time, but not the zone of a time.
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
