import { isObject, objectsIn, type Json } from '../../../worker/api/json.ts'
import type { JsonSchema } from '../../../worker/schema/custom/json-schema.ts'

/** A rule of a definition, with the schema of its `self`. */
export interface DefinitionRule {
  readonly rule: string
  /** The path of `self`, for example `spec.names[]`; empty for the root. */
  readonly path: string
  readonly schema: JsonSchema
}

const MAX_RULES = 50

/** The rules of the first served version. The rules of a field come before the rules of its children. */
export function rulesOf(definition: Json): readonly DefinitionRule[] {
  const spec = isObject(definition) ? definition['spec'] : undefined
  const served = objectsIn(isObject(spec) ? spec['versions'] : undefined).find((version) => version['served'] === true)
  const schema = served?.['schema']
  const root = isObject(schema) ? schema['openAPIV3Schema'] : undefined
  const rules: DefinitionRule[] = []
  const visit = (node: Json | undefined, path: string): void => {
    if (!isObject(node) || rules.length >= MAX_RULES) return
    for (const { rule } of objectsIn(node['x-kubernetes-validations']))
      if (typeof rule === 'string') rules.push({ rule, path, schema: node })
    const { properties } = node
    if (isObject(properties))
      for (const [name, inner] of Object.entries(properties)) visit(inner, path === '' ? name : `${path}.${name}`)
    visit(node['items'], `${path}[]`)
    visit(node['additionalProperties'], `${path}{}`)
  }
  visit(root, '')
  return rules
}

/** The value at the path of a rule; the first element of each list and map on the path. */
export function valueAtRule(object: Json, path: string): Json | undefined {
  let value: Json | undefined = object
  for (const step of path.split(/\.|(?=\[\])|(?=\{\})/).filter(Boolean)) {
    if (step === '[]') value = Array.isArray(value) ? value[0] : undefined
    else if (step === '{}') value = isObject(value) ? Object.values(value)[0] : undefined
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  }
  return value
}

/** The bound of a list or a text, by the type. */
const BOUNDS: ReadonlyMap<string, 'maxItems' | 'maxProperties' | 'maxLength'> = new Map([
  ['array', 'maxItems'],
  ['string', 'maxLength'],
])

/** The schema with `most` as the bound of each part that has none, and the added bounds: `names: maxItems`. */
export function boundedSchema(schema: JsonSchema, most: number): { schema: JsonSchema; added: readonly string[] } {
  const added: string[] = []
  const bound = (node: JsonSchema, path: string): JsonSchema => {
    const { items, properties, additionalProperties } = node
    const name = isObject(additionalProperties) ? 'maxProperties' : BOUNDS.get(node.type ?? '')
    const isOpen = name !== undefined && node[name] === undefined && node.enum === undefined
    if (isOpen) added.push(`${path === '' ? 'self' : path}: ${name}`)
    return {
      ...node,
      ...(isOpen && { [name]: most }),
      ...(properties !== undefined && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, inner]) => [key, bound(inner, path === '' ? key : `${path}.${key}`)]),
        ),
      }),
      ...(items !== undefined && !Array.isArray(items) && { items: bound(items as JsonSchema, `${path}[]`) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: bound(additionalProperties, `${path}{}`),
      }),
    }
  }
  return { schema: bound(schema, ''), added }
}
