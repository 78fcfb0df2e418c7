import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, objectsIn } from '../../api/json.ts'
import { dropNulls, fillDefaults } from './defaulting.ts'
import { coerceEmbedded } from './embedded.ts'
import type { JsonSchema } from './json-schema.ts'
import { validateListTypes } from './list-types.ts'
import { prune } from './pruning.ts'
import { readRecording } from '../../../tests/recordings/archive.ts'

interface Case extends JsonObject {
  name: string
  json: string
  schema: Json
}

function table(name: string): Case[] {
  const { items } = readRecording('tables', 'custom-resources') as { items: { func?: string; cases: Case[] }[] }
  return items.find(({ func }) => func === name)?.cases ?? []
}

const additionalOf = ({ Structural }: JsonObject): JsonSchema | true =>
  isObject(Structural) ? schemaOf(Structural) : true

/** Returns the OpenAPI schema of a structural schema that was recorded from Go source. */
function schemaOf(given: Json | undefined): JsonSchema {
  if (!isObject(given)) return {}
  const { Generic, Extensions, Items, Properties, AdditionalProperties } = given
  const generic = objectOrEmpty(Generic)
  const marks = objectOrEmpty(Extensions)
  const more = AdditionalProperties ?? generic['AdditionalProperties']
  const fields = isObject(Properties) ? Object.entries(Properties).map(([name, field]) => [name, schemaOf(field)]) : []
  const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)
  const listType = marks['XListType']
  const listTypeText =
    text(listType) ?? (isObject(listType) && Array.isArray(listType['args']) ? text(listType['args'][0]) : undefined)
  return JSON.parse(
    JSON.stringify({
      type: text(generic['Type']),
      nullable: generic['Nullable'] === true || undefined,
      default: isObject(generic['Default']) ? generic['Default']['Object'] : undefined,
      items: isObject(Items) ? schemaOf(Items) : undefined,
      properties: fields.length > 0 ? Object.fromEntries(fields) : undefined,
      additionalProperties: isObject(more) ? additionalOf(more) : undefined,
      'x-kubernetes-preserve-unknown-fields': marks['XPreserveUnknownFields'] === true || undefined,
      'x-kubernetes-embedded-resource': marks['XEmbeddedResource'] === true || undefined,
      'x-kubernetes-list-type': listTypeText,
      'x-kubernetes-list-map-keys': marks['XListMapKeys'],
    }),
  ) as JsonSchema
}

const holder = (schema: JsonSchema): JsonSchema => ({ type: 'object', properties: { at: schema } })

describe('reading, as recorded', () => {
  it.each(table('TestPrune').filter(({ isResourceRoot }) => isResourceRoot !== true))('prunes: $name', (given) => {
    const dropped: string[] = []
    const { at } = prune({ at: JSON.parse(given.json) as Json }, holder(schemaOf(given.schema)), dropped)
    expect(at).toEqual(JSON.parse(String(given['expectedObject'])))
  })

  it.each(table('TestDefault'))('sets defaults: $name', (given) => {
    const object = { at: JSON.parse(given.json) as Json }
    fillDefaults(object, holder(schemaOf(given.schema)))
    expect(object.at).toEqual(JSON.parse(String(given['expected'])))
  })

  it.each(table('TestPruneNonNullableNullsWithoutDefaults').filter(({ json }) => json !== 'null'))(
    'drops nulls: $name',
    (given) => {
      const object = { at: JSON.parse(given.json) as Json }
      dropNulls(object, holder(schemaOf(given.schema)))
      expect(object.at).toEqual(JSON.parse(String(given['expected'])))
    },
  )

  it.each(table('TestValidateListSetsAndMaps'))('reports repeated items: $name', (given) => {
    const wanted = objectsIn(given['errors'])
    const errors = validateListTypes(given['obj'], schemaOf(given.schema), 'root')
    expect(errors.length).toBe(wanted.length)
  })

  it.each(
    table('TestCoerce').filter(({ includeRoot, expectedError }) => includeRoot !== true && expectedError !== true),
  )('coerces: $name', (given) => {
    const object = JSON.parse(given.json) as JsonObject
    const dropped: string[] = []
    coerceEmbedded(object, schemaOf(given.schema), { dropped, lenient: given['dropInvalidFields'] === true })
    expect(object).toEqual(JSON.parse(String(given['expected'])))
    expect(dropped.sort()).toEqual(given['expectedUnknownFields'] ?? [])
  })
})
