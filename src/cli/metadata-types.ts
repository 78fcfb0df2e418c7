import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectsIn } from '../../worker/api/json.ts'
import { jsonType, unmarshalFault, unmarshalFaultOf } from '../../worker/api/unmarshal-fault.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { canonicalTime } from '../../worker/schema/times.ts'

/** The JSON type of a value, such as `number` or `number 1.5`, and the Go type that cannot hold it. */
type Mismatch = readonly [found: string, type: string]
/** Compares a value with a Go type; undefined when the type can hold the value. */
type Check = (value: Json) => Mismatch | undefined

const textOf =
  (type: string): Check =>
  (value) =>
    typeof value === 'string' ? undefined : [jsonType(value), type]

const integer: Check = (value) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return [jsonType(value), 'int64']
  const fits = typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isInteger(value)
  return fits ? undefined : [`number ${value}`, 'int64']
}

const firstMismatch = (values: readonly (Json | undefined)[], check: Check): Mismatch | undefined =>
  values.flatMap((value) => (value === undefined || value === null ? [] : [check(value)])).find(Boolean)

const texts: Check = (value) =>
  Array.isArray(value) ? firstMismatch(value, textOf('string')) : [jsonType(value), '[]string']

const textMap: Check = (value) =>
  isObject(value) ? firstMismatch(Object.values(value), textOf('string')) : [jsonType(value), 'map[string]string']

const structs = (type: string): Check => {
  const struct: Check = (value) => (isObject(value) ? undefined : [jsonType(value), type])
  return (value) => (Array.isArray(value) ? firstMismatch(value, struct) : [jsonType(value), `[]${type}`])
}

/** The metadata fields of every object. Names are case-sensitive. The server checks all other fields. */
const FIELDS: ReadonlyMap<string, Check> = new Map([
  ...['name', 'generateName', 'namespace', 'selfLink', 'resourceVersion'].map(
    (field) => [field, textOf('string')] as const,
  ),
  ['uid', textOf('types.UID')],
  ['generation', integer],
  ['deletionGracePeriodSeconds', integer],
  ['labels', textMap],
  ['annotations', textMap],
  ['finalizers', texts],
  ['ownerReferences', structs('v1.OwnerReference')],
  ['managedFields', structs('v1.ManagedFieldsEntry')],
])
const TIMES: readonly string[] = ['creationTimestamp', 'deletionTimestamp']

/**
 * Why kubectl could not read the metadata of an object in a file; undefined when it could. kubectl decodes metadata into a Go
 * struct, and the rest of the object without a schema. As in Go, a fault of a time precedes the first value of a wrong type.
 * @param holder the Go struct that has the metadata
 */
export function metadataFault(metadata: Json | undefined, holder = 'metadataOnlyObject'): string | undefined {
  if (metadata === undefined || metadata === null) return undefined
  if (!isObject(metadata)) return unmarshalFault(metadata, 'v1.ObjectMeta', `${holder}.metadata`)
  const time = timeFault(metadata)
  if (time !== undefined) return time
  for (const [field, value] of Object.entries(metadata)) {
    const wrong = firstMismatch([value], FIELDS.get(field) ?? (() => undefined))
    if (wrong !== undefined) return fieldFault(field, wrong)
  }
  return undefined
}

const fieldFault = (field: string, [found, type]: Mismatch): string =>
  unmarshalFaultOf(found, type, `ObjectMeta.metadata.${field}`)

/** The fault of the first time that is malformed or no text. */
function timeFault(metadata: JsonObject): string | undefined {
  for (const [field, value] of Object.entries(metadata)) {
    const isTime = TIMES.includes(field)
    const wrong = isTime ? firstMismatch([value], textOf('string')) : undefined
    if (wrong !== undefined) return fieldFault(field, wrong)
    const entries = field === 'managedFields' ? objectsIn(value) : []
    const times = isTime ? [value] : entries.map(({ time }) => time)
    const fault = times.map(malformedTime).find(Boolean)
    if (fault !== undefined) return fault
  }
  return undefined
}

function malformedTime(time: Json | undefined): string | undefined {
  try {
    if (typeof time === 'string') canonicalTime(time)
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}
