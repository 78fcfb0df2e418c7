import { sortedKeys } from '../../worker/api/byte-order.ts'
import { isObject, type Json, type JsonObject, setKey } from '../../worker/api/json.ts'
import { unmarshalFault, unmarshalFaultOf } from '../../worker/api/unmarshal-fault.ts'
import { badBase64Offset } from '../../worker/runtime/base64-offset.ts'
import { fromBase64 } from '../../worker/runtime/bytes.ts'

/** The Go types of a file. A type has the text that Go prints for it, such as `[]v1.NamedCluster` or `map[string]string`. */
export interface GoTypes {
  /** The fields of each struct and their types. */
  readonly structs: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Types other than `string` that hold a text. */
  readonly texts: readonly string[]
  /** Whether fields that a struct does not have are refused. */
  readonly isStrict: boolean
  /** The keys of a map in the order in which they are read; by default in byte order, because Go reads YAML as sorted JSON. */
  readonly keysOf?: (map: JsonObject) => readonly string[]
}

/** Structs from lines such as `v1.NamedCluster: name string, cluster v1.Cluster`. */
export const goStructs = (lines: readonly string[]): GoTypes['structs'] =>
  new Map(
    lines.map((line) => {
      const [struct = '', fields = ''] = line.split(': ')
      return [struct, new Map(fields.split(', ').map((field) => field.split(/ (.*)/) as [string, string]))]
    }),
  )

/** The bytes of a base64 text, in which Go ignores line breaks; undefined for another text. */
export const goBytes = (text: string): Uint8Array | undefined => fromBase64(text.replace(/[\r\n]/g, ''))

/** The innermost Go struct around a value, and the fields on the way to the value. */
interface Place {
  readonly struct: string
  readonly path: readonly string[]
}

/** Why Go's JSON decoder refuses a value as a type; undefined when it does not. */
export function goTypeFault(
  types: GoTypes,
  type: string,
  value: Json,
  place: Place = { struct: '', path: [] },
): string | undefined {
  if (value === null) return undefined
  const field = place.struct === '' ? '' : `${place.struct}.${place.path.join('.')}`
  if (type === '[]uint8' && typeof value === 'string')
    return goBytes(value) === undefined ? `illegal base64 data at input byte ${badBase64Offset(value)}` : undefined
  const items = itemType(type)
  const fields = types.structs.get(type)
  if (items !== undefined && Array.isArray(value))
    return firstFault(value.map((item) => () => goTypeFault(types, items, item, place)))
  if (isObject(value) && fields !== undefined) return structFault(types, type, value, place)
  if (isObject(value) && type.startsWith(MAP))
    return firstFault(
      keysOf(types, value).map((key) => () => goTypeFault(types, type.slice(MAP.length), value[key] ?? null, place)),
    )
  return isHeldBy(types, type, value) ? undefined : scalarFault(value, type, field)
}

const MAP = 'map[string]'

const keysOf = (types: GoTypes, map: JsonObject): readonly string[] => (types.keysOf ?? sortedKeys)(map)

/** The type of the items of a list. Its `*` is not part of the name of a struct. */
const itemType = (type: string): string | undefined =>
  type.startsWith('[]') ? type.slice('[]'.length).replace('*', '') : undefined

function structFault(types: GoTypes, type: string, value: JsonObject, { path }: Place): string | undefined {
  const struct = type.slice(type.indexOf('.') + 1)
  return firstFault(
    keysOf(types, value).map((key) => () => {
      const inner = types.structs.get(type)?.get(key)
      if (inner !== undefined) return goTypeFault(types, inner, value[key] ?? null, { struct, path: [...path, key] })
      return types.isStrict ? `json: unknown field ${JSON.stringify(key)}` : undefined
    }),
  )
}

const firstFault = (checks: readonly (() => string | undefined)[]): string | undefined => {
  for (const check of checks) {
    const fault = check()
    if (fault !== undefined) return fault
  }
  return undefined
}

const isNumber = (value: Json): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

function isHeldBy({ texts }: GoTypes, type: string, value: Json): boolean {
  switch (type) {
    case 'bool':
      return typeof value === 'boolean'
    case 'int':
    case 'int64':
      return typeof value === 'bigint'
        ? BigInt.asIntN(64, value) === value
        : Number.isInteger(value) && isInRange(value)
    case 'interface {}':
      return true
    default:
      return typeof value === 'string' && (type === 'string' || texts.includes(type))
  }
}

const LARGEST = 2 ** 63
const isInRange = (value: Json): boolean => typeof value === 'number' && value >= -LARGEST && value < LARGEST

const scalarFault = (value: Json, type: string, field: string): string =>
  isNumber(value) && type.startsWith('int')
    ? unmarshalFaultOf(`number ${value}`, type, field)
    : unmarshalFault(value, type, field)

/** The value with the field names of its structs: `encoding/json` ignores their case, so `nameprefix` is `namePrefix`. */
export function withFieldNames(types: GoTypes, type: string, value: Json): Json {
  const items = itemType(type)
  if (items !== undefined && Array.isArray(value)) return value.map((item) => withFieldNames(types, items, item))
  const fields = types.structs.get(type)
  if (fields === undefined || !isObject(value)) return value
  const named: JsonObject = {}
  for (const [given, member = null] of Object.entries(value)) {
    const name = fields.has(given)
      ? given
      : [...fields.keys()].find((each) => each.toLowerCase() === given.toLowerCase())
    setKey(named, name ?? given, name === undefined ? member : withFieldNames(types, fields.get(name) ?? '', member))
  }
  return named
}

/**
 * The value as Go writes it after reading: the fields of its structs in their order, without the others, and without empty
 * fields except those that `isAlwaysWritten` names.
 */
export function writtenByGo(
  types: GoTypes,
  type: string,
  value: Json,
  isAlwaysWritten: (field: string) => boolean,
): Json {
  const items = itemType(type)
  if (items !== undefined && Array.isArray(value))
    return value.map((item) => writtenByGo(types, items, item, isAlwaysWritten))
  const fields = types.structs.get(type)
  if (fields === undefined || !isObject(value)) return value
  const written: JsonObject = {}
  for (const [field, inner] of fields) {
    const member = value[field]
    if (member === undefined || (isEmpty(types, inner, member) && !isAlwaysWritten(field))) continue
    written[field] = writtenByGo(types, inner, member, isAlwaysWritten)
  }
  return written
}

/** Whether `omitempty` omits a field. A struct behind a pointer is omitted only when it is absent. */
function isEmpty({ structs }: GoTypes, type: string, value: Json): boolean {
  if (value === null || value === '' || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && !structs.has(type) && Object.keys(value).length === 0
}
