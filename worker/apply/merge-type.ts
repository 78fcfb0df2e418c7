import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { sortTexts } from '../api/byte-order.ts'
import { perSchema } from '../schema/per-schema.ts'
import type { Field, ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.ts'

/**
 * A type for merging and ownership: whether a value may be a scalar, a list or a map, and how lists and maps merge.
 * Structs are maps with declared fields. An untyped value may be all three (reference/apply.md 21).
 */
export interface MergeType {
  readonly scalar?: 'numeric' | 'string' | 'boolean' | 'untyped'
  readonly list?: MergeList
  readonly map?: MergeMap
}

export interface MergeList {
  readonly items: MergeType
  /** Whether items have an identity: their keys, or in a set the item itself. When false, the list is one value. */
  readonly associative: boolean
  /** The names of the keys, in byte order; none in a set. */
  readonly keys: readonly string[]
}

export interface MergeMap {
  readonly fields: ReadonlyMap<string, MergeField>
  /** The type of undeclared fields; undefined when undeclared fields are not allowed. */
  readonly elements: MergeType | undefined
  /** Whether the map is one value. */
  readonly atomic: boolean
  /** Whether no schema describes the content; a change of the schema then cannot change the ownership of the content. */
  readonly deduced: boolean
}

export interface MergeField {
  readonly type: MergeType
  readonly default?: Json
}

const noFields: ReadonlyMap<string, MergeField> = new Map()

const untypedAtomic: MergeType = {
  scalar: 'untyped',
  list: {
    get items() {
      return untypedAtomic
    },
    associative: false,
    keys: [],
  },
  map: {
    fields: noFields,
    get elements() {
      return untypedAtomic
    },
    atomic: true,
    deduced: false,
  },
}

const untypedMap: MergeMap = {
  fields: noFields,
  get elements() {
    return untyped
  },
  atomic: false,
  deduced: true,
}

/** Any value: maps are granular, lists are one value. */
export const untyped: MergeType = {
  scalar: 'untyped',
  list: { items: untypedAtomic, associative: false, keys: [] },
  map: untypedMap,
}

const untypedObject: MergeType = { map: untypedMap }

/** The merge type of a schema, compiled once. Types may be recursive, so getters compile their parts lazily. */
export const mergeTypeOf = perSchema((schema: Schema): MergeType => {
  switch (schema.type) {
    case 'struct':
      return { map: structType(schema) }
    case 'list':
      return { list: listType(schema) }
    case 'map':
      return { map: mapType(schema) }
    case 'scalar':
      // Its published schema names no type, which allows every value. The decoder refuses maps and lists later.
      if (schema.kind === 'int-or-string') return untyped
      return { scalar: schema.formatted === true ? 'untyped' : scalars[schema.kind] }
    case 'untyped':
      // Built-in types without a shape (RawExtension) are one value; in a custom resource their maps are granular.
      if (schema.name !== undefined) return untypedAtomic
      return schema.object === true ? untypedObject : untyped
  }
})

const scalars = {
  string: 'string',
  bytes: 'string',
  duration: 'string',
  integer: 'numeric',
  number: 'numeric',
  boolean: 'boolean',
  time: 'untyped',
  microtime: 'untyped',
  quantity: 'untyped',
} as const

function structType(schema: StructSchema): MergeMap {
  // OpenAPI has no empty object: without properties, every member is allowed.
  const isFree = schema.fields.size === 0
  return {
    fields: new Map([...schema.fields].map(([name, field]) => [name, fieldType(field)])),
    elements: isFree || schema.preserveUnknown === true ? untyped : undefined,
    atomic: schema.atomic === true,
    deduced: isFree,
  }
}

function fieldType(field: Field): MergeField {
  let type: MergeType | undefined
  return {
    get type() {
      return (type ??= mergeTypeOf(field.schema))
    },
    default: field.default as Json | undefined,
  }
}

const listType = (schema: ListSchema): MergeList => ({
  get items() {
    return mergeTypeOf(schema.items)
  },
  associative: schema.listType !== 'atomic',
  keys: schema.listType === 'map' ? sortTexts([...(schema.keys ?? [])]) : [],
})

const mapType = (schema: MapSchema): MergeMap => ({
  fields: noFields,
  get elements() {
    return mergeTypeOf(schema.values)
  },
  atomic: schema.atomic === true,
  deduced: false,
})

export type Alternative = 'map' | 'scalar' | 'list' | 'none'

/**
 * The alternative that a value takes. Null and values of a wrong kind take the first alternative of the type, in the order map,
 * scalar, list.
 */
export function alternativeOf(type: MergeType, value: Json): Alternative {
  if (Array.isArray(value)) {
    if (type.list !== undefined) return 'list'
  } else if (isObject(value)) {
    if (type.map !== undefined) return 'map'
  } else if (value !== null && type.scalar !== undefined) return 'scalar'
  if (type.map !== undefined) return 'map'
  if (type.scalar !== undefined) return 'scalar'
  return type.list !== undefined ? 'list' : 'none'
}

/** The type of a field or map entry; undefined for an undeclared field. */
export const typeOfKey = (map: MergeMap, key: string): MergeType | undefined =>
  map.fields.get(key)?.type ?? map.elements
