import type { JsonObject } from '../../api/json.ts'
import { MISTYPED } from '../../api/unpruned.ts'

/*
 * A mutating webhook can set metadata fields of a wrong type. They are kept beside the metadata until the object is stored. Code
 * that reads metadata does not see them.
 */

interface Marked {
  [MISTYPED]?: JsonObject
}

/** Keeps fields of a wrong type beside the metadata. */
export function keepMistyped(metadata: object, fields: JsonObject): void {
  const marked: Marked = metadata
  marked[MISTYPED] = fields
}

/** The kept fields that no later step has set; undefined when there are none. The keys are names of metadata fields. */
export function mistypedFields(metadata: object | undefined): JsonObject | undefined {
  const marked: Marked | undefined = metadata
  if (marked?.[MISTYPED] === undefined) return undefined
  const set: Readonly<Record<string, unknown>> = { ...metadata }
  const left = Object.entries(marked[MISTYPED]).filter(([key]) => set[key] === undefined)
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

/** The object as later webhooks and policies see it, with the kept fields. */
export function withMistyped<T extends { readonly metadata?: object }>(object: T): T {
  const fields = mistypedFields(object.metadata)
  return fields === undefined ? object : { ...object, metadata: { ...object.metadata, ...fields } }
}
