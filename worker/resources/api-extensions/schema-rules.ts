import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { goStrings } from '../../api/go-source.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { itemsOf, TYPE_FIELDS, valuesOf } from '../../schema/custom/json-schema.ts'
import { validateDefaults } from './default-rules.ts'
import type { ExpressionPlace } from './expression-costs.ts'
import { ExpressionRules, maxParts } from './expression-costs.ts'
import { validateExpressions } from './expression-rules.ts'
import { validateStructural } from './structural-rules.ts'
import { rootFaults } from './root-rules.ts'
import {
  dialectIsNamed,
  hasParts,
  isSupported,
  itemLists,
  unsupportedParts,
  unsupportedSchemas,
} from './unsupported-parts.ts'

/** The largest number of values in an estimate. */
const MAX_VALUES = 2 ** 64

/** Faults of a version's schema: of its structure, defaults, keywords and expressions. */
export function validateSchemas(validation: Json | undefined, path: string, statusEnabled: boolean): FieldError[] {
  const document = isObject(validation) ? validation['openAPIV3Schema'] : undefined
  if (!isObject(document)) return []
  const schema = document as JsonSchema & JsonObject
  const at = `${path}.openAPIV3Schema`
  const errors: FieldError[] = statusEnabled ? rootFaults(schema, at) : []
  if (schema.nullable === true)
    errors.push(fieldError.forbidden(`${at}.nullable`, 'nullable cannot be true at the root'))
  const supported = isSupported(schema)
  const structural = supported ? validateStructural(schema, at) : []
  const ofStructure = supported && structural.length === 0 ? validateDefaults(schema, at) : structural
  // Expressions are compiled only against a valid schema.
  const expressions = supported && ofStructure.length === 0 ? new ExpressionRules() : undefined
  const ofSchemas = new SchemaRules(expressions).schema(schema, at, ROOT)
  const all = [
    ...errors,
    ...ofStructure,
    ...ofSchemas,
    ...(expressions?.errors ?? []),
    ...(expressions?.ofDocument(at) ?? []),
  ]
  // A supported schema has no `$schema`, so only the others are searched for it.
  if (all.length > 0 || supported || !dialectIsNamed(schema)) return all
  return [fieldError.invalid(at, '', "OpenAPIV3Schema 'schema' is not supported")]
}

/** The position of a schema, with the parts that it may not have there. */
interface Place extends ExpressionPlace {
  readonly insideMeta: boolean
  /** The reason to refuse a default; undefined when a default is allowed. */
  readonly noDefault: string | undefined
}

const ROOT: Place = {
  isRoot: true,
  insideMeta: false,
  noDefault: undefined,
  cardinality: 1,
  uncorrelatable: undefined,
}

/** The place of the parts of a schema. Written out, because a spread of several shapes of objects takes longer. */
function placeInside(schema: JsonSchema, { insideMeta, noDefault, cardinality: outer, uncorrelatable }: Place): Place {
  const parts = maxParts(schema)
  const cardinality = outer === undefined || parts === undefined ? undefined : Math.min(outer * parts, MAX_VALUES)
  return { isRoot: false, insideMeta, noDefault, cardinality, uncorrelatable }
}

/** A place inside a list or map whose values cannot be correlated between two revisions. */
const uncorrelated = (place: Place, at: string): Place => ({ ...place, uncorrelatable: place.uncorrelatable ?? at })

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
class SchemaRules {
  readonly #errors: FieldError[] = []
  readonly #expressions: ExpressionRules | undefined

  constructor(expressions: ExpressionRules | undefined) {
    this.#expressions = expressions
  }

  schema(schema: JsonSchema, at: string, place: Place): FieldError[] {
    this.#visit(schema, at, place)
    return this.#errors
  }

  #visit(schema: JsonSchema, at: string, place: Place): void {
    const before = this.#errors.length
    this.#support(schema, at, place)
    if (schema.uniqueItems === true) {
      const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'
      this.#forbid(`${at}.uniqueItems`, why)
    }
    if (hasParts(schema)) this.#parts(schema, at, place)
    this.#markers(schema, at)
    this.#listMap(schema, at)
    if (schema['x-kubernetes-validations'] !== undefined) this.#errors.push(...validateExpressions(schema, at))
    if (this.#errors.length === before) this.#expressions?.add(schema, at, place)
  }

  #parts(schema: JsonSchema, at: string, place: Place): void {
    const inner = placeInside(schema, place)
    const mapType = schema['x-kubernetes-map-type'] ?? 'granular'
    const isCorrelatable = mapType === 'granular' || mapType === 'atomic'
    this.#additional(schema, at, inner)
    if (schema.properties !== undefined)
      this.#properties(schema, at, isCorrelatable ? inner : uncorrelated(inner, at), place.isRoot)
    const unsupported = (keyword: 'definitions' | 'dependencies'): void => {
      for (const [name, part] of unsupportedSchemas(schema, keyword))
        this.#visit(part, `${at}.${keyword}[${name}]`, inner)
    }
    if (schema.not !== undefined) this.#visit(schema.not, `${at}.not`, inner)
    for (const part of ['allOf', 'oneOf', 'anyOf'] as const) {
      schema[part]?.forEach((each, index) => this.#visit(each, `${at}.${part}[${index}]`, inner))
    }
    unsupported('definitions')
    const items = itemsOf(schema)
    const isKeyed = schema['x-kubernetes-list-type'] === 'map'
    if (items !== undefined) this.#visit(items, `${at}.items`, isKeyed ? inner : uncorrelated(inner, at))
    itemLists(schema).forEach((each, index) => this.#visit(each, `${at}.items[${index}]`, inner))
    unsupported('dependencies')
  }

  /** @param below the place of the properties; the metadata and the type of a resource have more limits */
  #properties(schema: JsonSchema, at: string, below: Place, isRoot: boolean): void {
    const isResource = isRoot || schema['x-kubernetes-embedded-resource'] === true
    for (const [name, property] of sortedEntries(schema.properties)) {
      const isMeta = isResource && TYPE_FIELDS.has(name)
      const place = isMeta
        ? { ...below, insideMeta: true, ...(isRoot && { noDefault: `in top-level ${name}` }) }
        : below
      this.#visit(property, `${at}.properties[${name}]`, place)
    }
  }

  #forbid(path: string, why: string): void {
    this.#errors.push(fieldError.forbidden(path, why))
  }

  #support(schema: JsonSchema, at: string, { insideMeta, noDefault }: Place): void {
    const { type = '' } = schema
    if (type !== '' && !TYPES.includes(type)) this.#errors.push(fieldError.notSupported(`${at}.type`, type, TYPES))
    if (schema.default !== undefined && noDefault !== undefined) {
      this.#forbid(`${at}.default`, `must not be set ${noDefault}`)
    }
    for (const name of unsupportedParts(schema)) this.#forbid(`${at}.${name}`, `${name} is not supported`)
    if (type === 'null') this.#forbid(`${at}.type`, 'type cannot be set to null, use nullable as an alternative')
    if (itemLists(schema).length > 0) this.#forbid(`${at}.items`, 'items must be a schema object and not an array')
    if (insideMeta && schema['x-kubernetes-embedded-resource'] === true) {
      this.#forbid(`${at}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta')
    }
  }

  #additional(schema: JsonSchema, at: string, place: Place): void {
    const { additionalProperties, properties = {} } = schema
    if (additionalProperties === undefined) return
    if (Object.keys(properties).length > 0 && additionalProperties !== true) {
      this.#forbid(`${at}.additionalProperties`, 'additionalProperties and properties are mutual exclusive')
    }
    const values = valuesOf(schema)
    const noDefault = 'inside additionalProperties applying to object metadata'
    if (values !== undefined) {
      this.#visit(values, `${at}.additionalProperties`, place.insideMeta ? { ...place, noDefault } : place)
    }
  }

  /** Whether the schema has the type that a marker requires. Another type is reported. */
  #typed(schema: JsonSchema, at: string, marker: string, type: string): boolean {
    if (schema.type === type) return true
    const why = `must be ${type} if ${marker} is specified`
    const given = schema.type ?? ''
    this.#errors.push(
      given === '' ? fieldError.required(`${at}.type`, why) : fieldError.invalid(`${at}.type`, given, why),
    )
    return false
  }

  #markers(schema: JsonSchema, at: string): void {
    if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
      const path = `${at}.x-kubernetes-preserve-unknown-fields`
      this.#errors.push(fieldError.invalid(path, false, 'must be true or undefined'))
    }
    const mapType = schema['x-kubernetes-map-type']
    if (mapType !== undefined) {
      this.#typed(schema, at, 'x-kubernetes-map-type', 'object')
      this.#choice(`${at}.x-kubernetes-map-type`, mapType, ['atomic', 'granular'])
    }
    const listType = schema['x-kubernetes-list-type']
    if (listType !== undefined) {
      const isList = this.#typed(schema, at, 'x-kubernetes-list-type', 'array')
      if (isList && listType === 'set') this.#atomicItems(itemsOf(schema), `${at}.items`)
      this.#choice(`${at}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map'])
    }
    const keys = schema['x-kubernetes-list-map-keys'] ?? []
    if (keys.length > 0 && listType !== 'map') {
      const path = `${at}.x-kubernetes-list-type`
      const why = 'must be map if x-kubernetes-list-map-keys is non-empty'
      this.#errors.push(
        listType === undefined ? fieldError.required(path, why) : fieldError.invalid(path, listType, why),
      )
    }
  }

  #choice(path: string, value: string, choices: readonly string[]): void {
    if (!choices.includes(value)) this.#errors.push(fieldError.notSupported(path, value, choices))
  }

  #atomicItems(items: JsonSchema | undefined, at: string): void {
    const why = 'must be atomic as item of a list with x-kubernetes-list-type=set'
    const listType = items?.['x-kubernetes-list-type']
    if (items?.type === 'array' && listType !== undefined && listType !== 'atomic') {
      this.#errors.push(fieldError.invalid(`${at}.x-kubernetes-list-type`, listType, why))
    }
    if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
      // As in the real server, the value that this error shows is the list type, and not the map type.
      this.#errors.push(fieldError.invalid(`${at}.x-kubernetes-map-type`, listType ?? null, why))
    }
  }

  #listMap(schema: JsonSchema, at: string): void {
    const listType = schema['x-kubernetes-list-type']
    const items = itemsOf(schema)
    if (listType === 'map') this.#listMapKeys(schema, items, at)
    if (items === undefined || (listType !== 'map' && listType !== 'set')) return
    if (items.nullable === true) {
      this.#forbid(`${at}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`)
    }
    if (listType !== 'map') return
    for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
      const property = items.properties?.[key]
      if (property === undefined) continue
      const path = `${at}.items.properties[${key}]`
      const isKey = 'this property is in x-kubernetes-list-map-keys, so it'
      if (items.required?.includes(key) !== true && property.default === undefined) {
        this.#errors.push(
          fieldError.required(`${path}.default`, `${isKey} must have a default or be a required property`),
        )
      }
      if (property.nullable === true) this.#forbid(`${path}.nullable`, `${isKey} cannot be nullable`)
    }
  }

  #listMapKeys(schema: JsonSchema, items: JsonSchema | undefined, at: string): void {
    const keys = schema['x-kubernetes-list-map-keys'] ?? []
    const path = `${at}.x-kubernetes-list-map-keys`
    if (keys.length === 0) {
      this.#errors.push(fieldError.required(path, 'must not be empty if x-kubernetes-list-type is map'))
    }
    if (schema.items === undefined) {
      this.#errors.push(fieldError.required(`${at}.items`, 'must have a schema if x-kubernetes-list-type is map'))
    }
    if (items === undefined) return
    if (items.type !== 'object') {
      const why = "must be object if parent array's x-kubernetes-list-type is map"
      this.#errors.push(fieldError.invalid(`${at}.items.type`, items.type ?? '', why))
      return
    }
    const seen = new Set<string>()
    for (const key of keys) {
      const property = items.properties?.[key]
      const invalidKeys = (why: string): void =>
        void this.#errors.push(fieldError.invalidShown(path, goStrings([...keys]), why))
      if (property === undefined) invalidKeys('entries must all be names of item properties')
      else if (property.type === 'array' || property.type === 'object') {
        const why = "must be a scalar type if parent array's x-kubernetes-list-type is map"
        // As in the real server, the value that this error shows is the type of the items, and not of the property.
        this.#errors.push(fieldError.invalid(`${at}.items.properties[${key}].type`, items.type, why))
      }
      if (seen.has(key)) invalidKeys('must not contain duplicate entries')
      seen.add(key)
    }
  }
}

const sortedEntries = (properties: JsonSchema['properties'] = {}): [string, JsonSchema][] =>
  Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1))
