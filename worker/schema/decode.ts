import { isObject, setKey, type Json, type JsonObject } from '../api/json.ts'
import { jsonType } from '../api/unmarshal-fault.ts'
import { DecodeError, overflowFault, typeFault } from './decode-error.ts'
import { reportedFault } from './lazy-decode-fault.ts'
import { scalarDecoder } from './scalars.ts'
import { noteEmpty } from '../api/given-empty.ts'
import { noteWritten } from '../api/written-quantity.ts'
import { perSchema } from './per-schema.ts'
import { isQuantity, isRespelled } from './schema.ts'
import type { Field, ListSchema, MapSchema, Schema, StructSchema, UntypedSchema } from './schema.ts'
import { earlierValue, joined, lastValue, Repetitions, type RepeatedDecoder } from './repeated-values.ts'
import { hasInfinity, StrictFaults, type RepeatedKey, type Spelling, type Step } from './strictness.ts'
import { isSorted, isEmptyValue, zeroOf } from './zero.ts'

export interface Decoded {
  /**
   * The object in canonical form: the server's field order, sorted maps, and empty values that are omitted or written as the
   * type requires. Empty lists and maps that the document contains and this form omits are recorded (`noteEmpty`).
   */
  readonly object: JsonObject
  /** Faults such as `unknown field "spec.bogus"` and `duplicate field "spec.replicas"`, in document order. */
  readonly faults: readonly string[]
}

export interface DecodeOptions {
  /** The strict JSON reader's findings about the value. */
  readonly spelling?: Spelling | undefined
  /**
   * A decoded object of the same type, such as the object before a patch. Fields that the value shares with it
   * (`spec`, `status`) are not read, and the result shares them too.
   */
  readonly decoded?: JsonObject | undefined
}

/**
 * Reads a value as the real server's typed decoding does: field names are case-sensitive, null is the zero value, and types are
 * strict. Unknown fields are dropped and reported.
 * @throws DecodeError when a value does not match its type
 */
export function decode(schema: StructSchema, value: Json, { spelling, decoded }: DecodeOptions = {}): Decoded {
  const faults = new StrictFaults()
  const state = { faults, spelling, decoded, holder: undefined }
  let object: Json
  try {
    object = decoderOf(schema)(value, undefined, undefined, state)
  } catch (error) {
    throw error instanceof DecodeError ? reportedFault(schema, value, error, spelling) : error
  }
  if (!isObject(object)) throw new Error(`Give decode a struct schema: ${schema.name} read no object`)
  return { object, faults: faults.texts() }
}

interface State {
  /** The faults that are reported. It is undefined inside types with their own Go decoder, which reports nothing. */
  readonly faults: StrictFaults | undefined
  readonly spelling: Spelling | undefined
  readonly decoded: JsonObject | undefined
  /** The object or list that contains the value; undefined when `spelling` is undefined. */
  readonly holder: JsonObject | Json[] | undefined
}

/** `key` is the key or index of the value in `step`; both are undefined for the document. Null yields the zero value. */
type Decoder = (value: Json, step: Step | undefined, key: string | number | undefined, state: State) => Json

const inside = (holder: JsonObject | Json[], state: State): State =>
  state.spelling === undefined ? state : { ...state, holder }

const decoderOf = perSchema((schema: Schema): Decoder => {
  switch (schema.type) {
    case 'struct':
      return structDecoder(schema)
    case 'list':
      return listDecoder(schema)
    case 'map':
      return mapDecoder(schema)
    case 'untyped':
      return untypedDecoder(schema)
    case 'scalar': {
      const scalar = scalarDecoder(schema)
      const zero = zeroOf(schema)
      return (value, step, key = '', { spelling, holder }) => {
        if (value === null) return zero()
        const spelled =
          spelling === undefined || holder === undefined ? undefined : spelling.numbers.get(holder)?.get(key)
        return scalar(value, step, key, spelled)
      }
    }
  }
})

interface Slot {
  readonly index: number
  readonly name: string
  readonly field: Field
  readonly decode: Decoder
  readonly zero: () => Json
}

const child = (step: Step | undefined, key: string | number | undefined): Step | undefined =>
  key === undefined ? step : { parent: step, key }

function structDecoder(schema: StructSchema): Decoder {
  // Types are recursive, so the first value creates the field decoders.
  let slots: ReadonlyMap<string, Slot> | undefined
  let order: readonly Slot[] = []
  let respelled: readonly Slot[] = []
  return (value, step, key, state) => {
    slots ??= slotsOf(schema)
    if (order.length === 0) {
      order = [...slots.values()]
      respelled = order.filter(({ field }) => isRespelled(field.schema))
    }
    if (!isObject(value)) {
      if (value === null) return zeroOf(schema)()
      throw typeFault(jsonType(value), schema.name?.replace(/^.*\.(\w+\.\w+)$/, '$1') ?? 'map', step, key)
    }
    const here = child(step, key)
    // A repeated unknown field is reported as unknown only.
    const repeated = repetitionsOf(value, state, slots)
    // oxlint-disable-next-line unicorn/no-new-array -- every slot is filled, in one allocation of the exact size
    const values = new Array<Json | undefined>(order.length)
    let unknown: JsonObject | undefined
    const inner = inside(value, state)
    const decodeField = (slot: Slot, given: Json | undefined): void => {
      if (given === undefined || given === null) return
      values[slot.index] = isDecoded(given, slot.name, here, state) ? given : slot.decode(given, here, slot.name, inner)
    }
    const again: RepeatedDecoder | undefined = repeated && {
      report: (name) => state.faults?.duplicate(here, name),
      decodeEarlier: (replaced) =>
        decodeEarlier(replaced, state, (earlier, at) =>
          slots?.get(replaced.key)?.decode(earlier, here, replaced.key, at),
        ),
      decodeLast(name, own) {
        const slot = slots?.get(name)
        if (slot === undefined) return
        const given = lastValue(slot.field, value[name], own) ?? null
        const whole = given && joined(slot.field.schema, given, own)
        // The joined value is a new object, for which `spelling` has no repeated keys.
        if (whole !== given) decodeField(slot, given)
        decodeField(slot, whole)
      },
    }
    let position = 0
    for (const name in value) {
      const slot = slots.get(name)
      if (again !== undefined && repeated?.decodeFirst(name, position++, again) === true) continue
      if (slot !== undefined) decodeField(slot, value[name])
      else if (value[name] === undefined) continue
      else if (schema.preserveUnknown === true) setKey((unknown ??= {}), name, value[name])
      else state.faults?.unknown(here, name)
    }
    if (again !== undefined) repeated?.decodeAt(position, again)
    const object = assemble(order, values)
    for (const { name, field } of respelled) noteText(object, name, field.schema, textOrValue(value, name, state))
    return unknown === undefined ? object : { ...object, ...unknown }
  }
}

/**
 * Whether a value is already decoded. Only top-level fields are compared, because most writes leave either the spec or the status
 * unchanged.
 */
const isDecoded = (given: Json, name: string, here: Step | undefined, { decoded }: State): boolean =>
  decoded !== undefined && here === undefined && isObject(given) && decoded[name] === given

function slotsOf(schema: StructSchema): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>()
  for (const [name, field] of schema.fields) {
    const zero = field.pointer === true ? () => null : zeroOf(field.schema)
    slots.set(name, { index: slots.size, name, field, decode: decoderOf(field.schema), zero })
  }
  return slots
}

function assemble(order: readonly Slot[], values: readonly (Json | undefined)[]): JsonObject {
  const object: JsonObject = {}
  for (const { index, name, field, zero } of order) {
    const value = values[index]
    if (field.omitEmpty !== true) object[name] = value ?? zero()
    else if (value === undefined) continue
    else if (field.pointer === true || !isEmptyValue(value)) object[name] = value
    else if (typeof value === 'object' && value !== null) noteEmpty(object, name, value)
  }
  return object
}

function listDecoder(schema: ListSchema): Decoder {
  const item = decoderOf(schema.items)
  return (value, step, key, state) => {
    if (value === null) return null
    if (!Array.isArray(value)) throw typeFault(jsonType(value), 'slice', step, key)
    const here = child(step, key)
    const inner = inside(value, state)
    return value.map((each, i) => item(each, here, i, inner))
  }
}

function mapDecoder(schema: MapSchema): Decoder {
  const decodeValue = decoderOf(schema.values)
  // The real server stores protobuf. Its map values of bytes may be empty, but never null.
  const none = schema.values.type === 'scalar' && schema.values.kind === 'bytes' ? '' : null
  const isRespelledMap = isRespelled(schema.values)
  return (value, step, key, state) => {
    if (value === null) return null
    if (!isObject(value)) throw typeFault(jsonType(value), 'map', step, key)
    const here = child(step, key)
    const repeated = repetitionsOf(value, state)
    const result: JsonObject = {}
    const inner = inside(value, state)
    const names = Object.keys(value)
    const decodeLast = (name: string): void => setKey(result, name, decodeValue(value[name] ?? none, here, name, inner))
    const again: RepeatedDecoder | undefined = repeated && {
      report: (name) => state.faults?.duplicate(here, name),
      decodeEarlier: (replaced) =>
        decodeEarlier(replaced, state, (earlier, at) => decodeValue(earlier, here, replaced.key, at)),
      decodeLast,
    }
    // Faults are reported in document order, so the map is sorted after decoding.
    names.forEach((name, i) => {
      if (again === undefined || repeated?.decodeFirst(name, i, again) !== true) decodeLast(name)
    })
    if (again !== undefined) repeated?.decodeAt(names.length, again)
    const sorted = isSorted(names) ? result : Object.fromEntries(names.sort().map((name) => [name, result[name]]))
    if (isRespelledMap) for (const name of names) noteText(sorted, name, schema.values, textOrValue(value, name, state))
    return sorted
  }
}

/** The text of a number, or the value. */
const textOrValue = (holder: JsonObject, name: string, { spelling }: State): Json | undefined =>
  spelling?.numbers.get(holder)?.get(name) ?? holder[name]

function noteText(holder: JsonObject, field: string, schema: Schema, given: Json | undefined): void {
  const canonical = holder[field]
  const isMilli = isQuantity(schema) ? schema.milli === true : undefined
  const isZero = given === null || (given === undefined && isMilli !== undefined)
  if (isZero && typeof canonical === 'string') noteWritten(holder, field, { text: '', canonical, isMilli })
  if (typeof given !== 'string' && typeof given !== 'number') return
  if (given !== canonical && (typeof canonical === 'string' || canonical === null))
    noteWritten(holder, field, { text: String(given).trim(), canonical, isMilli })
}

function untypedDecoder(schema: UntypedSchema): Decoder {
  const { either } = schema
  if (either === undefined) {
    return (value, step, key, { spelling }) => {
      // The real server keeps the bytes of field owners, so it does not read the numbers in them.
      if (schema.name !== 'FieldsV1') refuseOverflow(value, spelling)
      if (schema.object === true && !isObject(value) && value !== null)
        throw typeFault(jsonType(value), 'map', step, key)
      return value
    }
  }
  return (value, step, key, state) => {
    const matching = either.find((alternative) => matches(alternative, value))
    if (matching === undefined) {
      if (schema.mismatch === undefined) return []
      throw new DecodeError('', schema.mismatch)
    }
    return decoderOf(matching)(value, step, key, { ...state, faults: undefined, decoded: undefined })
  }
}

/** Refuses a value with a number beyond the range of a double (`Spelling.overflow`). */
function refuseOverflow(value: Json, spelling: Spelling | undefined): void {
  const overflow = spelling?.overflow
  if (overflow !== undefined && hasInfinity(value)) throw new DecodeError('', overflowFault(overflow))
}

function matches(schema: Schema, value: Json): boolean {
  if (schema.type === 'struct') return isObject(value)
  if (schema.type === 'list') return Array.isArray(value)
  return schema.type === 'scalar' && schema.kind === 'boolean' && typeof value === 'boolean'
}

function repetitionsOf(
  value: JsonObject,
  { spelling }: State,
  fields?: ReadonlyMap<string, Slot>,
): Repetitions | undefined {
  const repeated = spelling?.duplicates.get(value)?.filter(({ key }) => fields?.has(key) ?? true) ?? []
  return repeated.length === 0 ? undefined : new Repetitions(repeated)
}

/** Decodes a value that a repetition replaced, because its faults count too. */
function decodeEarlier(replaced: RepeatedKey, state: State, decodeOne: (value: Json, state: State) => void): void {
  const found = earlierValue(replaced, state.spelling)
  if (found === undefined) return
  const { value, ...at } = found
  decodeOne(value, { ...state, ...at })
}
