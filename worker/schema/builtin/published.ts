import { fieldTexts, readExpression, typeTexts, type FieldText, type TypeText } from './notation.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/**
 * A type or property as OpenAPI publishes it, without descriptions. `ref` names a built-in type; the prefix
 * `x-kubernetes-` of keys is omitted.
 */
export interface Published {
  readonly type?: string
  readonly format?: string
  readonly ref?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly oneOf?: readonly Published[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Published>>
  readonly items?: Published
  readonly additionalProperties?: Published
  readonly 'list-type'?: string
  readonly 'list-map-keys'?: readonly string[]
  readonly 'map-type'?: string
  readonly 'patch-strategy'?: string
  readonly 'patch-merge-key'?: string
  readonly unions?: readonly { discriminator: string; 'fields-to-discriminateBy': Readonly<Record<string, string>> }[]
  readonly 'group-version-kind'?: readonly { group: string; kind: string; version: string }[]
}

/** Finds a published type by its name; undefined for an unknown or hidden one. Groups and names are templates of the dialect. */
export function publishedType(name: string): Published | undefined {
  const text = typeTexts().types.get(name)
  if (text === undefined || text.words.includes('hidden')) return undefined
  if (text.scalar !== undefined) return SCALAR_TYPES[text.scalar] ?? {}
  const kinds = publishedKinds(text)
  const required = fieldTexts(text).filter((field) => field.required)
  const properties = publishedProperties(text)
  return {
    type: 'object',
    ...(text.words.includes('atomic') && { 'map-type': 'atomic' }),
    ...(required.length > 0 && { required: required.map((field) => field.name) }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(kinds.length > 0 && { 'group-version-kind': kinds }),
    ...publishedUnions(text),
  }
}

/** Whether the type is published with `--runtime-config=api/all=true` only. */
export function publishedOnRequest(name: string): boolean {
  return typeTexts().types.get(name)?.package.all === true
}

const SCALAR_TYPES = lookupTable<Published>({
  t: { type: 'string', format: 'date-time' },
  m: { type: 'string', format: 'date-time' },
  q: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  x: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  R: { type: 'object' },
  F: { type: 'object' },
})

const META = 'apimachinery.pkg.apis.meta.v1'
const NAMED_SCALARS = lookupTable<string>({
  t: `${META}.Time`,
  m: `${META}.MicroTime`,
  q: 'apimachinery.pkg.api.resource.Quantity',
  x: 'apimachinery.pkg.util.intstr.IntOrString',
  R: 'apimachinery.pkg.runtime.RawExtension',
  F: `${META}.FieldsV1`,
})
const SCHEMA_PARTS = lookupTable<string>({
  J: 'JSON',
  A: 'JSONSchemaPropsOrArray',
  B: 'JSONSchemaPropsOrBool',
  S: 'JSONSchemaPropsOrStringArray',
})
const PLAIN_SCALARS = lookupTable<Published & { readonly zero?: string | number | boolean }>({
  s: { type: 'string', zero: '' },
  b: { type: 'boolean', zero: false },
  i: { type: 'integer', format: 'int32', zero: 0 },
  l: { type: 'integer', format: 'int64', zero: 0 },
  d: { type: 'number', format: 'double', zero: 0 },
  y: { type: 'string', format: 'byte' },
  Y: { type: 'string', format: 'byte', 'list-type': 'atomic' },
})

function publishedKinds(text: TypeText): { group: string; kind: string; version: string }[] {
  const kind = text.name.slice(text.package.path.length + 1)
  const listed = text.words.find((word) => word.startsWith('in:'))?.slice(3)
  const versions = text.words.includes('everywhere')
    ? typeTexts().everywhere
    : (listed?.split(',') ?? (text.words.includes('kind') ? [text.package.groupVersion ?? ''] : []))
  return versions.map((groupVersion) => {
    const [group = '', version = ''] = groupVersion.split('/')
    return { group, kind, version }
  })
}

function publishedUnions(text: TypeText): Pick<Published, 'unions'> {
  const unions = text.words.filter((word) => word.startsWith('union:'))
  if (unions.length === 0) return {}
  return {
    unions: unions.map((word) => {
      const [discriminator = '', ...members] = word.slice('union:'.length).split(',')
      const named = members.map((member) => [member, (member[0] ?? '').toUpperCase() + member.slice(1)] as const)
      return { discriminator, 'fields-to-discriminateBy': Object.fromEntries(named) }
    }),
  }
}

function publishedProperties(text: TypeText): Record<string, Published> {
  const properties: [string, Published][] = fieldTexts(text).map((field) => [
    field.name,
    publishedProperty(field, text.package.path),
  ])
  if (text.words.includes('typed')) properties.push(['apiVersion', { type: 'string' }], ['kind', { type: 'string' }])
  return Object.fromEntries(properties.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function publishedProperty(field: FieldText, path: string): Published {
  return {
    ...publishedExpression(field.expression, path, defaultsOf(field)),
    ...(field.patchStrategy !== undefined && { 'patch-strategy': field.patchStrategy }),
    ...(field.patchMergeKey !== undefined && { 'patch-merge-key': field.patchMergeKey }),
  }
}

/** Which zero values are published as defaults: all of them, only the zero value of a struct, or none. */
type Defaults = 'zero' | 'struct' | 'absent'

/** A field that Go always writes has its zero value as default. Among other fields, only a struct has a default. */
function defaultsOf({ pointer, always }: FieldText): Defaults {
  if (pointer) return 'absent'
  return always ? 'zero' : 'struct'
}

function publishedExpression(text: string, path: string, defaults: Defaults): Published {
  const expression = readExpression(text, path)
  switch (expression.kind) {
    case 'list': {
      const { marker } = expression
      return {
        type: 'array',
        ...LIST_TYPES[marker[0] ?? ''],
        ...(marker.startsWith('m') && { 'list-map-keys': marker.slice(1).split(',') }),
        items: publishedExpression(expression.items, path, 'zero'),
      }
    }
    case 'map':
      return {
        type: 'object',
        ...MAP_TYPES[expression.mapType],
        additionalProperties: publishedExpression(expression.values, path, 'zero'),
      }
    case 'type':
      return {
        ref: expression.name,
        ...(defaults !== 'absent' && { default: {} }),
        ...REFERENCE_MARKERS[expression.marker],
      }
    case 'scalar': {
      const named = NAMED_SCALARS[expression.letter]
      if (named !== undefined) return { ref: named }
      const part = SCHEMA_PARTS[expression.letter]
      if (part !== undefined) return { ref: `${path}.${part}` }
      const { zero, ...plain } = PLAIN_SCALARS[expression.letter] ?? {}
      const value = expression.given ?? (defaults === 'zero' ? zero : undefined)
      return {
        ...plain,
        ...(expression.choices !== undefined && { enum: expression.choices }),
        ...(value !== undefined && { default: value }),
      }
    }
  }
}

const LIST_TYPES: Readonly<Record<string, Pick<Published, 'list-type'>>> = {
  a: { 'list-type': 'atomic' },
  s: { 'list-type': 'set' },
  m: { 'list-type': 'map' },
}

const MAP_TYPES: Readonly<Record<string, Pick<Published, 'map-type'>>> = {
  a: { 'map-type': 'atomic' },
  g: { 'map-type': 'granular' },
}

const REFERENCE_MARKERS: Readonly<Record<string, Pick<Published, 'map-type' | 'list-type'>>> = {
  g: { 'map-type': 'granular' },
  a: { 'list-type': 'atomic' },
}
