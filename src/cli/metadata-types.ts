import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectsIn } from '../../worker/api/json.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { canonicalTime } from '../../worker/schema/times.ts'

type Check = (value: Json) => boolean

const isText: Check = (value) => typeof value === 'string'
const isWhole: Check = (value) => Number.isInteger(value) || typeof value === 'bigint'
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((item) => item === null || check(item))
const mapOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every((item) => item === null || (item !== undefined && check(item)))

/** The types of the metadata fields of every object. Names are case-sensitive. The server checks all other fields. */
const FIELDS: readonly (readonly [field: string, check: Check, type: string])[] = [
  ...['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion'].map(
    (field) => [field, isText, 'string'] as const,
  ),
  ['creationTimestamp', isText, 'string'],
  ['deletionTimestamp', isText, 'string'],
  ['generation', isWhole, 'int64'],
  ['deletionGracePeriodSeconds', isWhole, 'int64'],
  ['labels', mapOf(isText), 'string'],
  ['annotations', mapOf(isText), 'string'],
  ['finalizers', listOf(isText), 'string'],
  ['ownerReferences', listOf(isObject), 'v1.OwnerReference'],
  ['managedFields', listOf(isObject), 'v1.ManagedFieldsEntry'],
]

/**
 * Why the metadata of an object in a file cannot be read. The client reads metadata as a Go struct, and the rest as any
 * JSON.
 */
export function metadataFault(metadata: Json | undefined): string | undefined {
  if (metadata === undefined || metadata === null) return undefined
  if (!isObject(metadata)) return `json: cannot unmarshal ${typeof metadata} into Go struct field .metadata`
  const wrong = FIELDS.find(([field, check]) => !isAbsent(metadata, field) && !check(metadata[field] ?? null))
  if (wrong === undefined) return timeFault(metadata)
  return `json: cannot unmarshal into Go struct field .metadata.${wrong[0]} of type ${wrong[2]}`
}

/** The fault of the first malformed time. */
function timeFault(metadata: JsonObject): string | undefined {
  const times = [
    metadata.creationTimestamp,
    metadata.deletionTimestamp,
    ...objectsIn(metadata.managedFields).map((entry) => entry.time),
  ]
  try {
    for (const time of times) if (typeof time === 'string') canonicalTime(time)
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}

const isAbsent = (metadata: JsonObject, field: string): boolean =>
  metadata[field] === undefined || metadata[field] === null
