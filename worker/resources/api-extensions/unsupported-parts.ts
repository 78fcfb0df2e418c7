import { sortedKeys } from '../../api/byte-order.ts'
import { asGiven, notesEmpties } from '../../api/given-empty.ts'
import type { Json } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { itemsOf, valuesOf } from '../../schema/custom/json-schema.ts'

const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref']
const EMPTY_IS_NONE: ReadonlySet<string> = new Set(['id', 'patternProperties', 'definitions'])

const isEmpty = (value: Json): boolean => value === '' || (isObject(value) && Object.keys(value).length === 0)

/** The value of a keyword that `JsonSchema` may lack, also when decoding has omitted it as empty. */
const keywordOf = (schema: unknown, name: string): Json | undefined =>
  isObject(schema) ? (ownMember(schema, name) ?? asGiven(schema, name)) : undefined

const COLLECTIONS = ['enum', 'allOf', 'oneOf', 'anyOf', 'patternProperties', 'dependencies', 'definitions', 'x-kubernetes-list-map-keys'] // prettier-ignore

/** Whether the root of a schema has a keyword with a list or map that it may not have there. An empty list or map counts. */
export const hasCollections = (schema: JsonSchema): boolean =>
  COLLECTIONS.some((name) => keywordOf(schema, name) !== undefined)

/**
 * The keywords of a schema that belong to other forms of JSON schema, in the order in which the real server names them.
 */
export function unsupportedParts(schema: JsonSchema): readonly string[] {
  if (!mayHaveUnsupported(schema)) return []
  return UNSUPPORTED.filter((name) => {
    const value = keywordOf(schema, name)
    return value !== undefined && value !== null && !(isEmpty(value) && EMPTY_IS_NONE.has(name))
  })
}

/** Most schemas have none of the names, and few keywords: a walk over their keywords is shorter than a search for each name. */
function mayHaveUnsupported(schema: unknown): boolean {
  if (!isObject(schema)) return false
  for (const name in schema) if (UNSUPPORTED.includes(name)) return true
  return notesEmpties(schema)
}

/**
 * Whether a schema and its parts use only what structural schemas allow. The structure of other schemas is not checked: only
 * their unsupported keywords are reported.
 */
export function isSupported(schema: JsonSchema): boolean {
  if (itemLists(schema).length > 0 || unsupportedParts(schema).length > 0 || namesDialect(schema)) return false
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) return false
  return structuralParts(schema).every(isSupported)
}

/** The schemas of a list in `items`, one for each position; empty otherwise. Other forms of JSON schema allow this list. */
export const itemLists = ({ items }: JsonSchema): readonly JsonSchema[] => (Array.isArray(items) ? items : [])

/** The keywords that hold schemas. */
const HOLDERS: ReadonlySet<string> = new Set([
  'properties',
  'additionalProperties',
  'items',
  'not',
  'allOf',
  'oneOf',
  'anyOf',
  'definitions',
  'dependencies',
])

/** Most schemas of a definition hold no others. */
export function hasParts(schema: JsonSchema): boolean {
  for (const keyword in schema) if (HOLDERS.has(keyword)) return true
  return false
}

function structuralParts(schema: JsonSchema): readonly JsonSchema[] {
  if (!hasParts(schema)) return []
  const { allOf = [], anyOf = [], oneOf = [], not, properties = {} } = schema
  const parts = [...Object.values(properties), ...allOf, ...anyOf, ...oneOf, itemsOf(schema), valuesOf(schema), not]
  return parts.filter((part) => part !== undefined)
}

/** Whether a schema or a part of it names its form of JSON schema; reported only for a schema without other faults. */
export const dialectIsNamed = (schema: JsonSchema): boolean =>
  namesDialect(schema) || structuralParts(schema).some(dialectIsNamed)

function namesDialect(schema: JsonSchema): boolean {
  const dialect = keywordOf(schema, '$schema')
  return typeof dialect === 'string' && dialect !== ''
}

/**
 * The schemas in a keyword that belongs to other forms of JSON schema, by name. The real server reports the faults of
 * these schemas, too.
 */
export function unsupportedSchemas(
  schema: JsonSchema,
  keyword: 'definitions' | 'dependencies',
): readonly (readonly [name: string, schema: JsonSchema])[] {
  const given = keywordOf(schema, keyword)
  if (!isObject(given)) return []
  return sortedKeys(given).flatMap((name) => {
    const part = given[name]
    return isObject(part) ? [[name, part] as const] : []
  })
}
