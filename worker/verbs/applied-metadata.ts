import { noteEmpty } from '../api/given-empty.ts'
import type { Json, JsonObject } from '../api/json.ts'

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

/** Records the nulls and empty values of merged metadata in the decoded metadata, from which they are absent. */
export function noteUnset(metadata: JsonObject, merged: JsonObject): void {
  for (const [field, value] of Object.entries(merged)) {
    if (value === undefined || OF_SERVER.has(field)) continue
    if (metadata[field] === undefined && isUnset(value)) noteEmpty(metadata, field, value)
  }
}

const isUnset = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
