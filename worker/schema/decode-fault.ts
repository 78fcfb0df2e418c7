import { isObject, type Json, type JsonObject } from '../api/json.ts'
import { unmarshalFaultOf } from '../api/unmarshal-fault.ts'
import { lookupTable } from '../runtime/lookup-table.ts'
import { DecodeError, TypeFault } from './decode-error.ts'
import { goTextType } from './go-text-types.ts'
import { scalarDecoder } from './scalars.ts'
import { isQuantity, type Schema, type StructSchema } from './schema.ts'
import type { Spelling, Step } from './strictness.ts'

/**
 * The fault that Go's decoder reports for a value with several faults. The decoder notes the first value of a wrong type and
 * reads on. If a type with its own decoder (quantities, times) refuses a value, reading ends and that fault is reported
 * instead.
 * @param first the first fault in the document
 */
export function reportedFault(
  schema: StructSchema,
  value: Json,
  first: DecodeError,
  spelling: Spelling | undefined,
): DecodeError {
  const fault = endingFault(schema, value, undefined, { key: undefined, holder: undefined, spelling }) ?? first
  return fault instanceof TypeFault ? new DecodeError(fault.path, typeFaultText(schema, fault)) : fault
}

/** The message of a fault, such as `json: cannot unmarshal number into Go struct field PodSpec.spec.hostname of type string`. */
function typeFaultText(root: StructSchema, { found, wanted, keys }: TypeFault): string {
  let schema: Schema | undefined = root
  let holder: StructSchema | undefined
  const fields: string[] = []
  for (const key of keys) {
    if (schema?.type === 'struct') {
      holder = schema
      fields.push(String(key))
      schema = schema.fields.get(String(key))?.schema
    } else if (schema?.type === 'list') schema = schema.items
    else schema = schema?.type === 'map' ? schema.values : undefined
  }
  const textType = goTextType(holder?.name ?? '', fields.at(-1) ?? '')
  const field = holder === undefined ? '' : `${goName(holder).replace(/^.*\./, '')}.${fields.join('.')}`
  if (schema === undefined || schema.type === 'untyped') return unmarshalFaultOf(found, wanted, field)
  if (schema.type !== 'scalar') return unmarshalFaultOf(found, goTypeOf(schema, textType), field)
  // The decoder of a scalar names its own types: bytes may also be a list of numbers.
  return unmarshalFaultOf(found, schema.kind === 'string' ? textType : wanted, field)
}

/** The name of the Go type, such as `v1.Pod`. */
const goName = ({ name = 'map' }: StructSchema): string => name.replace(/^.*\.(\w+\.\w+)$/, '$1')

/**
 * The Go type of a field, such as `[]v1.Container` or `map[string]string`.
 * @param textType the Go type of a text in the field
 */
function goTypeOf(schema: Schema, textType: string): string {
  switch (schema.type) {
    case 'struct':
      return goName(schema)
    case 'list':
      return `[]${goTypeOf(schema.items, textType)}`
    case 'map':
      return isQuantity(schema.values) ? RESOURCES : `map[string]${goTypeOf(schema.values, textType)}`
    case 'untyped':
      return 'interface {}'
    case 'scalar':
      if (schema.kind === 'string') return textType
      return GO_TYPES[schema.kind] ?? (schema.bits === 32 ? 'int32' : 'int64')
  }
}

/** The Go type of every map of quantities. */
const RESOURCES = 'v1.ResourceList'

const GO_TYPES = lookupTable<string>({
  number: 'float64',
  boolean: 'bool',
  bytes: '[]uint8',
  time: 'v1.Time',
  microtime: 'v1.MicroTime',
  duration: 'v1.Duration',
  quantity: 'resource.Quantity',
  'int-or-string': 'intstr.IntOrString',
})

interface Place {
  readonly key: string | number | undefined
  readonly holder: JsonObject | Json[] | undefined
  readonly spelling: Spelling | undefined
}

/** The first fault, in document order, of a type with its own decoder. */
function endingFault(
  schema: Schema,
  value: Json | undefined,
  step: Step | undefined,
  place: Place,
): DecodeError | undefined {
  if (value === null || value === undefined) return undefined
  if (schema.type === 'scalar') {
    return ENDING.has(schema.kind) ? faultOf(() => decodeScalar(schema, value, step, place)) : undefined
  }
  const { key, spelling } = place
  const here = key === undefined ? step : { parent: step, key }
  const isList = schema.type === 'list' && Array.isArray(value)
  if (!isList && !(isObject(value) && (schema.type === 'struct' || schema.type === 'map'))) return undefined
  const members: readonly (readonly [string | number, Json | undefined])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  for (const [name, item] of members) {
    const inner = innerSchema(schema, name)
    const fault =
      inner === undefined ? undefined : endingFault(inner, item, here, { key: name, holder: value, spelling })
    if (fault !== undefined) return fault
  }
  return undefined
}

function innerSchema(schema: Schema, name: string | number): Schema | undefined {
  if (schema.type === 'struct') return schema.fields.get(String(name))?.schema
  if (schema.type === 'list') return schema.items
  return schema.type === 'map' ? schema.values : undefined
}

const ENDING: ReadonlySet<string> = new Set(['time', 'microtime', 'duration', 'quantity', 'int-or-string'])

function decodeScalar(
  schema: Extract<Schema, { type: 'scalar' }>,
  value: Json,
  step: Step | undefined,
  { key = '', holder, spelling }: Place,
): void {
  const spelled = holder === undefined ? undefined : spelling?.numbers.get(holder)?.get(key)
  scalarDecoder(schema)(value, step, key, spelled)
}

function faultOf(decode: () => void): DecodeError | undefined {
  try {
    decode()
    return undefined
  } catch (error) {
    if (error instanceof DecodeError) return error
    throw error
  }
}
