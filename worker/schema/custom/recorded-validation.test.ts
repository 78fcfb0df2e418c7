import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { JsonSchema } from './json-schema.ts'
import { schemaValidator } from './validation.ts'
import { readRecording } from '../../../tests/recordings/archive.ts'

interface Failing {
  readonly object: JsonObject
  readonly oldObject?: JsonObject
  readonly expectErrs: readonly string[]
}

interface Case {
  readonly name: string
  readonly schema: JsonObject
  readonly objects?: readonly JsonObject[]
  readonly oldObjects?: readonly JsonObject[]
  readonly failingObjects?: readonly Failing[]
}

function cases(): Case[] {
  const { items } = readRecording('tables', 'custom-resources') as { items: { func?: string; cases: Case[] }[] }
  return items.find(({ func }) => func === 'TestValidateCustomResource')?.cases ?? []
}

const MARKS: Readonly<Record<string, string>> = {
  XIntOrString: 'x-kubernetes-int-or-string',
  XPreserveUnknownFields: 'x-kubernetes-preserve-unknown-fields',
  XEmbeddedResource: 'x-kubernetes-embedded-resource',
  XListType: 'x-kubernetes-list-type',
  XListMapKeys: 'x-kubernetes-list-map-keys',
  XMapType: 'x-kubernetes-map-type',
}

/** Returns the OpenAPI schema of a schema that was recorded from Go source. */
function schemaOf(given: Json): Json {
  if (Array.isArray(given)) return given.map(schemaOf)
  if (!isObject(given)) return given
  if (Array.isArray(given['args'])) return schemaOf(given['args'][0] ?? null)
  if (isObject(given['Schema'])) return schemaOf(given['Schema'])
  const entries = Object.entries(given).flatMap(([key, value]): [string, Json][] => {
    if (key.startsWith('$') || value === undefined) return []
    const name = MARKS[key] ?? key.charAt(0).toLowerCase() + key.slice(1)
    if (key !== 'Properties' || !isObject(value)) return [[name, schemaOf(value)]]
    const fields = Object.entries(value).map(([field, schema]) => [field, schemaOf(schema ?? null)])
    return [[name, Object.fromEntries(fields) as JsonObject]]
  })
  return Object.fromEntries(entries)
}

describe('schemaValidator, as recorded', () => {
  // `schemaValidator` does not evaluate CEL rules.
  const plain = cases().filter(({ schema }) => !JSON.stringify(schema).includes('XValidations'))

  it.each(plain)(
    'accepts and refuses the recorded objects: $name',
    ({ schema, objects = [], oldObjects = [], failingObjects = [] }) => {
      const validator = schemaValidator(schemaOf(schema) as unknown as JsonSchema)
      const errors = (object: JsonObject, old: JsonObject | undefined): string[] =>
        validator.validate(object, '', old).map(({ field, message }) => `${field}: ${message}`)
      objects.forEach((object, index) => expect(errors(object, oldObjects[index])).toEqual([]))
      for (const { object, oldObject, expectErrs } of failingObjects) {
        expect(errors(object, oldObject).sort()).toEqual([...expectErrs].sort())
      }
    },
  )
})
