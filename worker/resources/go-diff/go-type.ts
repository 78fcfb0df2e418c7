import { asGiven } from '../../api/given-empty.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, stringOrEmpty } from '../../api/json.ts'
import { goLabelSelectorText } from '../rules/go-label-selector.ts'
import { CORE_STRUCTS } from './core-structs.ts'
import { ALIASES, FOREIGN_STRUCTS } from './foreign-structs.ts'
import { amountText, memberValue, quantityFields, quantityText } from './quantity-value.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** A value in the form that its Go type has: a struct is an object of its fields, an unset pointer, slice or map is undefined. */
export type GoValue = Json | undefined

/** `json` is an interface that holds any decoded JSON. */
type Scalar = 'string' | 'bool' | 'int' | 'json'

export type GoType =
  | { readonly kind: Scalar; readonly name: string }
  | { readonly kind: 'pointer'; readonly element: GoType }
  | { readonly kind: 'slice' | 'map'; readonly name: string; readonly key: string; readonly element: GoType }
  | StructType

export interface StructType {
  readonly kind: 'struct'
  readonly name: string
  readonly fields: () => readonly GoField[]
  /** The JSON value as the fields of the struct, when the API writes it in another form. */
  readonly read?: (value: GoValue) => GoValue
  /** The method `String` of a pointer to the struct, and of the struct itself when `isText`. */
  readonly text?: (value: GoValue) => string
  readonly isText?: true
  /** The method `Equal` of the struct. */
  readonly equal?: (a: GoValue, b: GoValue) => boolean
  /** The method `Equal` of a pointer to the struct. */
  readonly pointerEqual?: (a: GoValue, b: GoValue) => boolean
}

export interface GoField {
  /** The Go name. */
  readonly name: string
  readonly type: GoType
  /** The value of the field in the struct's value. */
  readonly read: (struct: GoValue) => GoValue
}

const NAMED = lookupTable<Scalar>({ 'intstr.Type': 'int', 'apiextensions.JSON': 'json' })

const SPECIAL: Readonly<Record<string, Pick<StructType, 'read' | 'text' | 'isText' | 'equal' | 'pointerEqual'>>> = {
  'resource.Quantity': {
    read: quantityFields,
    text: quantityText,
    equal: (a, b) => amountText(a) === amountText(b),
  },
  'apiextensions.JSONSchemaPropsOrStringArray': {
    read: (value) => (Array.isArray(value) ? { property: value } : { schema: value ?? null }),
  },
  'resource.infDecAmount': { text: String, isText: true },
  'intstr.IntOrString': { read: readIntOrString, text: (value) => String(value ?? 0) },
  'metav1.LabelSelector': { text: goLabelSelectorText },
  // The struct embeds its metadata, and with it the method of the metadata.
  PersistentVolumeClaimTemplate: { text: metadataText },
  'metav1.Time': { text: timeText, isText: true, pointerEqual: equalTimes },
  'time.Time': { text: timeText, isText: true, equal: equalTimes },
}

function readIntOrString(value: GoValue): GoValue {
  if (typeof value === 'string') return { Type: 1, IntVal: 0, StrVal: value }
  return { Type: 0, IntVal: value ?? 0, StrVal: '' }
}

/** A time as Go prints it: `2024-01-01 00:00:00 +0000 UTC`. */
function timeText(value: GoValue): string {
  const text = typeof value === 'string' ? value : '0001-01-01T00:00:00Z'
  return `${text.replace('T', ' ').replace('Z', '')} +0000 UTC`
}

function equalTimes(a: GoValue, b: GoValue): boolean {
  return (a ?? '') === (b ?? '')
}

/** The beginning of the text that Go prints for an object's metadata. A difference shows no more of it. */
function metadataText(value: GoValue): string {
  const metadata = isObject(value) ? value['metadata'] : undefined
  const text = (name: string): string => stringOrEmpty(isObject(metadata) ? metadata[name] : undefined)
  const names = `Name:${text('name')},GenerateName:${text('generateName')},Namespace:${text('namespace')}`
  return `&ObjectMeta{${names},SelfLink:,UID:,ResourceVersion:,Generation:0,CreationTimestamp:${timeText(undefined)},`
}

const types = new Map<string, GoType>()

/** A type by its Go name inside the core package: `PodSpec`, `[]Container`, `map[string]string`. */
export function goTypeOf(name: string): GoType {
  let type = types.get(name)
  if (type === undefined) types.set(name, (type = readType(name)))
  return type
}

const SCALARS = lookupTable<Scalar>({
  string: 'string',
  bool: 'bool',
  int32: 'int',
  int64: 'int',
  float64: 'int',
})

function readType(name: string): GoType {
  if (name.startsWith('*')) return { kind: 'pointer', element: goTypeOf(name.slice(1)) }
  if (name.startsWith('[]')) {
    const element = goTypeOf(name.slice(2))
    return { kind: 'slice', name: `[]${shownName(element)}`, key: '', element }
  }
  const map = /^map\[(\w+)\](.*)$/.exec(name)
  if (map !== null) {
    const [, key = '', value = ''] = map
    const element = goTypeOf(value)
    return { kind: 'map', name: `map[${key}]${shownName(element)}`, key, element }
  }
  const scalar = SCALARS[name]
  if (scalar !== undefined) return { kind: scalar, name }
  const declaration = CORE_STRUCTS[name] ?? FOREIGN_STRUCTS[name]
  const shown = name.includes('.') ? name.replace('metav1.', 'v1.') : `core.${name}`
  const alias = ALIASES[name]
  if (alias !== undefined) return { ...readType(alias), name: shown } as GoType
  if (declaration === undefined) return { kind: NAMED[name] ?? 'string', name: shown }
  return structOf(name, shown, declaration)
}

function structOf(name: string, shown: string, declaration: string): StructType {
  let fields: readonly GoField[] | undefined
  return { kind: 'struct', name: shown, fields: () => (fields ??= readFields(declaration)), ...SPECIAL[name] }
}

export const shownName = (type: GoType): string => (type.kind === 'pointer' ? `*${shownName(type.element)}` : type.name)

function readFields(declaration: string): GoField[] {
  return declaration
    .split(', ')
    .filter(Boolean)
    .map((field) => {
      if (field.startsWith('+')) {
        const embedded = field.slice(1)
        const name = embedded.slice(embedded.indexOf('.') + 1)
        // The metadata is the only embedded struct that is a field in the API.
        const read = name === 'ObjectMeta' ? memberOf('metadata') : (struct: GoValue) => struct
        return { name, type: goTypeOf(embedded), read }
      }
      const [names = '', type = ''] = field.split(' ')
      const [name = '', key = lowerFirst(name)] = names.split(':')
      return { name, type: goTypeOf(type), read: memberOf(key) }
    })
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

const given = (struct: JsonObject, key: string): GoValue =>
  struct[key] === undefined ? asGiven(struct, key) : memberValue(struct, key)

const memberOf =
  (key: string) =>
  (struct: GoValue): GoValue =>
    isObject(struct) ? (given(struct, key) ?? struct[upperFirst(key)]) : undefined

const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
