import { quote, goText, goType } from '../api/go-format.ts'
import type { Json } from '../api/json.ts'
import type { Field, Schema } from '../schema/schema.ts'
import { lookupTable } from '../runtime/lookup-table.ts'
import { PatchError } from './patch-error.ts'

/** The keys of a patch that are instructions, not data. */
export const directives = {
  patch: '$patch',
  retainKeys: '$retainKeys',
  setElementOrder: '$setElementOrder',
  deleteFromPrimitiveList: '$deleteFromPrimitiveList',
} as const

/** The merge markers of a field. */
export interface MergeMarkers {
  /** The schema of the field's map, or of the items of its list. */
  readonly schema: Schema
  readonly strategy: 'merge' | 'replace' | ''
  readonly retainKeys: boolean
  /** The field that identifies the items of a list; empty for a list without a merge key. */
  readonly mergeKey: string
}

export const unmergeable = (message: string): PatchError => new PatchError('unmergeable', message)

export const badArgument = (wanted: Json, actual: Json | undefined): PatchError =>
  unmergeable(`expected a ${goType(wanted)}, but received a ${typeText(actual)}`)

const typeText = (value: Json | undefined): string =>
  value === null || value === undefined ? '%!s(<nil>)' : goType(value)

export const noMergeKey = (item: Json, key: string): PatchError =>
  unmergeable(`map: ${goText(item)} does not contain declared merge key: ${key}`)

export const unknownDirective = (directive: Json | undefined, patch: Json): PatchError =>
  unmergeable(`unknown patch type: ${stringVerb(directive)} in map: ${goText(patch)}`)

export const malformedDirective = (name: 'retainKeys' | 'setElementOrder list' | 'primitive list'): PatchError =>
  new PatchError('malformed', `invalid patch format of ${name}`)

/** Go's `%s` of a value that is not always a string. */
function stringVerb(value: Json | undefined): string {
  if (value === null || value === undefined) return '%!s(<nil>)'
  return typeof value === 'string' || typeof value === 'object'
    ? goText(value)
    : `%!s(${goType(value)}=${goText(value)})`
}

/** The markers of a field that holds a map. @throws PatchError for an unknown field */
export function markersOfMap(schema: Schema, key: string): MergeMarkers {
  return markers(fieldOf(schema, key))
}

/**
 * The markers of a field that holds a list; `schema` is the schema of its items.
 * @throws PatchError for an unknown field, and for a field that is not a list
 */
export function markersOfList(schema: Schema, key: string): MergeMarkers {
  const field = fieldOf(schema, key)
  const found = markers(field)
  if (found.schema.type === 'list') return { ...found, schema: found.schema.items }
  // The real server treats the target of any pointer as the type of the items.
  if (field.pointer === true) return found
  throw unmergeable('expected slice or array type, but got: struct')
}

function markers({ schema, patchStrategy = [], patchMergeKey = '' }: Field): MergeMarkers {
  return {
    schema,
    strategy: patchStrategy.find((one) => one !== 'retainKeys') ?? '',
    retainKeys: patchStrategy.includes('retainKeys'),
    mergeKey: patchMergeKey,
  }
}

function fieldOf(schema: Schema, key: string): Field {
  if (schema.type !== 'struct' && schema.type !== 'untyped') {
    throw unmergeable(`merging an object in json but data type is not struct, instead is: ${kindOf(schema)}`)
  }
  const fields = schema.type === 'struct' ? schema.fields : new Map<string, Field>()
  const field = fields.get(key) ?? [...fields].find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]
  if (field === undefined) {
    const name = schema.name?.split('.').at(-1) ?? ''
    throw unmergeable(`unable to find api field in struct ${name} for the json field ${quote(key)}`)
  }
  return field
}

/** The Go kind of a type. */
function kindOf(schema: Schema): string {
  if (schema.type === 'map') return 'map'
  if (schema.type === 'list') return 'slice'
  if (schema.type !== 'scalar') return 'struct'
  return schema.kind === 'integer' ? `int${schema.bits ?? 64}` : (SCALAR_KINDS[schema.kind] ?? 'struct')
}

const SCALAR_KINDS = lookupTable<string>({ string: 'string', number: 'float64', boolean: 'bool', bytes: 'slice' })
