import { asGiven, noteEmpty } from '../api/given-empty.ts'
import { isObject, type Json, type JsonObject } from '../api/json.ts'

/*
 * A custom resource is stored as JSON. An apply stores the merged metadata without decoding it, so nulls and empty values in it
 * are stored. Reads decode the metadata, so no answer shows these values. The next write stores the object without them, even
 * when the write changes nothing else (reference/custom-resources.md 25).
 */

/** Metadata that the server sets in every write. */
const OF_SERVER: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
])

/** The key of the note that merged metadata has a null inside labels, annotations or owner references. No field has this name. */
const INNER_NULLS = 'labels.null'

/** Records the nulls and empty values of merged metadata in the decoded metadata, from which they are absent. */
export function noteUnset(metadata: JsonObject, merged: JsonObject): void {
  for (const [field, value] of Object.entries(merged)) {
    if (value === undefined || OF_SERVER.has(field)) continue
    if (metadata[field] === undefined && isUnset(value)) noteEmpty(metadata, field, value)
    else if (hasNull(value)) noteEmpty(metadata, INNER_NULLS, null)
  }
}

/** Whether merged metadata has a null that decoding turns into another value. Every apply of such metadata is stored. */
export const hasInnerNull = (metadata: JsonObject): boolean => asGiven(metadata, INNER_NULLS) !== undefined

const hasNull = (value: Json): boolean => {
  if (Array.isArray(value)) return value.some(hasNull)
  return isObject(value) && Object.values(value).includes(null)
}

const isUnset = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
