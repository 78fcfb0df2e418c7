import type { JsonObject } from './json.ts'

/**
 * A mutating webhook can add fields to a custom resource that its schema does not have. Later webhooks, policies and the rules of
 * the kind see these fields; the server removes them when it stores the object. A symbol member marks the object until then.
 * Spreading copies the symbol member; enumeration by key does not see it.
 */
const UNPRUNED = Symbol('unpruned')

/** The metadata fields of a wrong type that a mutating webhook has set. Code that reads metadata sees no such field. */
const MISTYPED = Symbol('mistyped')

interface Marked {
  [UNPRUNED]?: true
  [MISTYPED]?: JsonObject
}

export function markUnpruned(object: object): void {
  const marked: Marked = object
  marked[UNPRUNED] = true
}

/** Whether the object may have fields that its schema does not have. */
export function isUnpruned(object: object): boolean {
  const marked: Marked = object
  return marked[UNPRUNED] === true
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
