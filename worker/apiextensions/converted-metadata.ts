import { fieldError, type FieldError } from '../api/field-error.ts'
import { isObject, type Json, type JsonObject } from '../api/json.ts'
import { labelValue, qualifiedName } from '../api/names.ts'
import type { ObjectMeta } from '../api/object.ts'
import { aggregateText, goType } from '../api/go-format.ts'

/** The metadata after a conversion. `faults` is empty when the conversion kept the rules. */
interface Restored {
  readonly metadata: ObjectMeta
  readonly faults: string
}

const FIELDS = ['labels', 'annotations'] as const

/** The metadata before a conversion, with the labels and annotations that the webhook returned. */
export function restoredMetadata(before: ObjectMeta, after: Json | undefined): Restored {
  const metadata: ObjectMeta = { ...before }
  const refused = (faults: string): Restored => ({ metadata, faults })
  if (after === undefined) return refused('missing metadata in converted object')
  if (!isObject(after)) return refused(`invalid metadata of type ${goType(after)} in converted object`)
  for (const field of FIELDS) {
    const map = after[field] ?? null
    if (map === null) {
      delete metadata[field]
      continue
    }
    if (!isObject(map)) return refused(`invalid metadata.${field} of type ${goType(map)} in converted object`)
    const odd = Object.entries(map).find(([, value]) => typeof value !== 'string')
    if (odd !== undefined) {
      return refused(
        `metadata.${field}[${odd[0]}] must be a string, but is ${goType(odd[1] ?? null)} in converted object`,
      )
    }
    const texts = map as Record<string, string>
    const faults = isSame(before[field], texts) ? [] : faultsOf(field, texts)
    if (faults.length > 0) return refused(aggregate(faults))
    metadata[field] = texts
  }
  return { metadata, faults: '' }
}

const isSame = (before: JsonObject | undefined = {}, after: JsonObject): boolean =>
  Object.keys(before).length === Object.keys(after).length &&
  Object.entries(after).every(([key, value]) => before[key] === value)

/** The most bytes of all keys and values of annotations. */
const ANNOTATIONS_LIMIT = 256 * 1024

function faultsOf(field: (typeof FIELDS)[number], texts: Record<string, string>): FieldError[] {
  const keys = Object.keys(texts).sort()
  if (field === 'labels') {
    return keys.flatMap((key) => [
      ...qualifiedName(key).map((why) => fieldError.invalid('metadata.labels', key, why)),
      ...labelValue(texts[key] ?? '').map((why) => fieldError.invalid('metadata.labels', texts[key], why)),
    ])
  }
  // The real server writes the singular here.
  const path = 'metadata.annotation'
  const size = new TextEncoder().encode(keys.map((key) => key + (texts[key] ?? '')).join('')).length
  return [
    ...keys.flatMap((key) => qualifiedName(key.toLowerCase()).map((why) => fieldError.invalid(path, key, why))),
    ...(size > ANNOTATIONS_LIMIT ? [fieldError.tooLong(path, ANNOTATIONS_LIMIT)] : []),
  ]
}

const aggregate = (faults: readonly FieldError[]): string =>
  aggregateText(faults.map(({ field, message }) => `${field}: ${message}`))
