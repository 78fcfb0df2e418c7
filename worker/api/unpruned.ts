/**
 * A mutating webhook can add fields to a custom resource that its schema does not have. Later webhooks, policies and the rules of
 * the kind see these fields; the server removes them when it stores the object. A symbol member marks the object until then.
 * Spreading copies the symbol member; enumeration by key does not see it.
 */
const UNPRUNED = Symbol('unpruned')

/** The mark of metadata with fields of a wrong type (`mistyped.ts`). */
export const MISTYPED = Symbol('mistyped')

interface Marked {
  [UNPRUNED]?: true
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
