import type { JsonObject } from './json.ts'

/**
 * Go keeps a quantity as it was written until it encodes the object, so a printed difference shows `1.5` and `1500m` as
 * written. A decoded object has the canonical text: a symbol member of its holder records the written one, as `noteEmpty`
 * does.
 */
const WRITTEN = Symbol('written quantities')

export interface WrittenQuantity {
  /** Empty when null was written, which is a zero without a format. */
  readonly text: string
  readonly canonical: string
  /** The quantity is rounded up to thousandths. */
  readonly isMilli: boolean
}

interface Noting {
  [WRITTEN]?: ReadonlyMap<string, WrittenQuantity>
}

export function noteWritten(holder: JsonObject, field: string, written: WrittenQuantity): void {
  const noting: Noting = holder
  noting[WRITTEN] = new Map([...(noting[WRITTEN] ?? []), [field, written]])
}

/** How a quantity was written; undefined when in its canonical form, or replaced since. */
export function asWritten(holder: JsonObject, field: string): WrittenQuantity | undefined {
  const noting: Noting = holder
  const written = noting[WRITTEN]?.get(field)
  return written?.canonical === holder[field] ? written : undefined
}

/** Whether the object holds a quantity that was written in another form. */
export function notesWritten(holder: JsonObject): boolean {
  const noting: Noting = holder
  return noting[WRITTEN] !== undefined
}
