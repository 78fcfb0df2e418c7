import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectsIn } from '../../worker/api/json.ts'
import { unmarshalFault } from '../../worker/api/unmarshal-fault.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { canonicalTime } from '../../worker/schema/times.ts'
import { goStructs, goTypeFault, type GoTypes } from './go-types.ts'

/** The metadata of every object. Times have their own decoder. */
const TYPES: GoTypes = {
  structs: goStructs([
    'v1.ObjectMeta: name string, generateName string, namespace string, selfLink string, uid types.UID, resourceVersion string, generation int64, deletionGracePeriodSeconds int64, labels map[string]string, annotations map[string]string, ownerReferences []v1.OwnerReference, finalizers []string, managedFields []v1.ManagedFieldsEntry',
    'v1.OwnerReference: apiVersion string, kind string, name string, uid types.UID, controller bool, blockOwnerDeletion bool',
    'v1.ManagedFieldsEntry: manager string, operation v1.ManagedFieldsOperationType, apiVersion string, fieldsType string, subresource string',
  ]),
  texts: ['types.UID', 'v1.ManagedFieldsOperationType'],
  isStrict: false,
  keysOf: Object.keys,
}
const TIMES: readonly string[] = ['creationTimestamp', 'deletionTimestamp']

/**
 * Why kubectl could not read the metadata of an object in a file; undefined when it could. kubectl decodes metadata into a Go
 * struct, and the rest of the object without a schema. As in Go, a fault of a time precedes the first value of a wrong type.
 * @param holder the Go struct that has the metadata
 */
export function metadataFault(metadata: Json | undefined, holder = 'metadataOnlyObject'): string | undefined {
  if (metadata === undefined || metadata === null) return undefined
  const time = isObject(metadata) ? timeFault(metadata) : undefined
  return time ?? goTypeFault(TYPES, 'v1.ObjectMeta', metadata, { struct: holder, path: ['metadata'] })
}

/** The fault of the first time that is malformed or not a text. */
function timeFault(metadata: JsonObject): string | undefined {
  for (const [field, value = null] of Object.entries(metadata)) {
    const fault = TIMES.includes(field) ? faultOfTime(value, `ObjectMeta.metadata.${field}`) : undefined
    const entries = field === 'managedFields' ? objectsIn(value) : []
    const inEntries = entries.map(({ time = null }) =>
      faultOfTime(time, 'ManagedFieldsEntry.metadata.managedFields.time'),
    )
    const first = [fault, ...inEntries].find((each) => each !== undefined)
    if (first !== undefined) return first
  }
  return undefined
}

function faultOfTime(time: Json, field: string): string | undefined {
  if (time === null) return undefined
  if (typeof time !== 'string') return unmarshalFault(time, 'string', field)
  try {
    canonicalTime(time)
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}
