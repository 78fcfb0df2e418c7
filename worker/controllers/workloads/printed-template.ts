import { boundedNumber } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { parseQuantity } from '../../api/quantity.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import type { Field, ScalarSchema, Schema, StructSchema } from '../../schema/schema.ts'
import { embedded, fieldNames, namedTypes } from './printed-names.ts'

/**
 * A pod template as the real controllers print it for hashing (`hash.DeepHashObject`). Every field has its name and type,
 * whether or not it is set, and maps are in the order of their keys. An empty list is printed like an absent one.
 */
export const printedTemplate = (template: Json | undefined): string =>
  `(v1.PodTemplateSpec)${plain(builtinType('api.core.v1.PodTemplateSpec'), template)}`

const shortName = (struct: StructSchema): string => (struct.name ?? '').replace(/^.*\./, '')

/** The Go name of a type. @param named the Go name of the innermost element type when that type has a name */
function typeOf(schema: Schema, named: string | undefined): string {
  if (schema.type === 'struct') return `v1.${shortName(schema)}`
  if (schema.type === 'list') return `[]${typeOf(schema.items, named)}`
  if (schema.type === 'map') return named ?? `map[string]${typeOf(schema.values, undefined)}`
  if (schema.type === 'untyped') return `v1.${schema.name}`
  return named ?? (schema.kind === 'integer' ? `int${schema.bits}` : SCALARS[schema.kind])
}

const SCALARS: Readonly<Record<Exclude<ScalarSchema['kind'], 'integer'>, string>> = {
  string: 'string',
  number: 'float64',
  boolean: 'bool',
  bytes: '[]uint8',
  time: 'v1.Time',
  microtime: 'v1.MicroTime',
  duration: 'v1.Duration',
  quantity: 'resource.Quantity',
  'int-or-string': 'intstr.IntOrString',
}

function plain(schema: Schema, value: Json | undefined): string {
  if (schema.type === 'struct') return plainStruct(schema, objectOrEmpty(value))
  if (schema.type === 'list') {
    if (!Array.isArray(value) || value.length === 0) return '<nil>'
    return `[${value.map((item) => plain(schema.items, item)).join(' ')}]`
  }
  if (schema.type === 'map') {
    const keys = isObject(value) ? Object.keys(value).sort() : []
    if (!isObject(value) || keys.length === 0) return '<nil>'
    return `map[${keys.map((key) => `${key}:${plain(schema.values, value[key])}`).join(' ')}]`
  }
  if (schema.type === 'untyped') return '<nil>'
  return plainScalar(schema, value ?? undefined)
}

function plainStruct(schema: StructSchema, value: JsonObject): string {
  const struct = shortName(schema)
  const texts: string[] = []
  /** The fields of an embedded Go struct, which JSON encodes inline. */
  const inner: string[] = []
  for (const [key, field] of schema.fields) {
    const shown = field.within === undefined ? texts : inner
    // The empty string marks the place of the embedded struct: the place of its first field.
    if (shown === inner && inner.length === 0) texts.push('')
    shown.push(
      `${fieldNames[`${struct}.${key}`] ?? fieldNames[key] ?? capital(key)}:${typed(struct, key, field, value[key])}`,
    )
  }
  const embeddedName = embedded[struct] ?? 'LocalObjectReference'
  const embeddedText = `${embeddedName}:(v1.${embeddedName}){${inner.join(' ')}}`
  return `{${texts.map((text) => (text === '' ? embeddedText : text)).join(' ')}}`
}

function typed(struct: string, key: string, { schema, pointer }: Field, value: Json | undefined): string {
  const type = typeOf(schema, namedTypes[`${struct}.${key}`])
  if (pointer !== true) return `(${type})${plain(schema, value)}`
  return `(*${type})${value === undefined || value === null ? '<nil>' : plain(schema, value)}`
}

const capital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1)

function plainScalar({ kind }: ScalarSchema, value: Json | undefined): string {
  switch (kind) {
    case 'time':
      return '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}'
    case 'quantity':
      return plainQuantity(value === undefined ? '0' : String(value))
    case 'int-or-string': {
      const isText = typeof value === 'string'
      return `{Type:(intstr.Type)${isText ? 1 : 0} IntVal:(int32)${isText ? 0 : boundedNumber(value ?? 0)} StrVal:(string)${isText ? value : ''}}`
    }
    case 'string':
      return String(value ?? '')
    case 'boolean':
      return String(value ?? false)
    default:
      return String(value ?? 0)
  }
}

/** Go stores a short amount as an int64Amount with its original text, and a longer one as an infDecAmount. */
function plainQuantity(text: string): string {
  const { unscaled, exp10, format } = parseQuantity(text)
  const [, whole = '', fraction = '', suffix = ''] = /^[+-]?0*(\d*)\.?(\d*)(.*)$/.exec(text) ?? []
  const digits = Math.max(1, whole.length) + fraction.length
  const binary = suffix.endsWith('i') ? 10 * ('KMGTPE'.indexOf(suffix.charAt(0)) + 1) : 0
  const fits = binary === 0 ? digits <= 18 && exp10 >= -9 : fraction === '' && digits + Math.trunc(binary * 0.3) < 15
  const stored = fits ? [unscaled, exp10, text, format] : [0n, 0, '', format]
  const [value, scale, kept, kind] = text === '0' ? [0n, 0, text, ''] : stored
  const decimal = fits ? '<nil>' : plainDecimal(unscaled, exp10)
  return (
    `{i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} ` +
    `d:(resource.infDecAmount){Dec:(*inf.Dec)${decimal}} s:(string)${kept} Format:(resource.Format)${kind}}`
  )
}

/** The number is stored in words of 64 bits, the least significant first. */
function plainDecimal(unscaled: bigint, exp10: number): string {
  const words: bigint[] = []
  for (let rest = unscaled < 0n ? -unscaled : unscaled; rest > 0n; rest >>= 64n) words.push(BigInt.asUintN(64, rest))
  const natural = words.length === 0 ? '<nil>' : `[${words.join(' ')}]`
  return `{unscaled:(big.Int){neg:(bool)${unscaled < 0n} abs:(big.nat)${natural}} scale:(inf.Scale)${-exp10}}`
}
