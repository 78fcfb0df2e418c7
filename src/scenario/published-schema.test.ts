import { expect, it } from 'vitest'
import { publishedSchema } from './published-schema.ts'
import { scenarioSchema } from './scenario-schema.ts'

it('publishes the schema that the reader uses', () => {
  const { $schema, ...schema } = JSON.parse(publishedSchema()) as { $schema: string }
  expect($schema).toBe('https://json-schema.org/draft/2020-12/schema')
  expect(schema).toEqual(scenarioSchema)
})

it('uses the keywords that the reader implements, and no others', () => {
  const keywords = new Set<string>()
  const collect = (schema: object): void => {
    for (const [key, value] of Object.entries(schema)) {
      keywords.add(key)
      if (key === 'properties') for (const one of Object.values(value as object)) collect(one as object)
      else if (key === 'items') collect(value as object)
    }
  }
  collect(scenarioSchema)
  expect([...keywords].sort()).toEqual([
    'additionalProperties',
    'default',
    'description',
    'enum',
    'items',
    'maxItems',
    'maxLength',
    'maxProperties',
    'maximum',
    'minItems',
    'minLength',
    'minProperties',
    'minimum',
    'pattern',
    'properties',
    'required',
    'title',
    'type',
  ])
})
