import type { JsonObject } from './json.ts'

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
