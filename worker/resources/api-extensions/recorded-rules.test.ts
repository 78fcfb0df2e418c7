import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import { readYaml } from '../../codec/yaml-reader.ts'
import { dialects } from '../../dialect/dialect.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import { decode } from '../../schema/decode.ts'
import { definitionRules } from './definition-rules.ts'
import { readRecording } from '../../../tests/recordings/archive.ts'

interface Case {
  readonly desc: string
  readonly globalSchema?: string
  readonly v1Schema?: string
  readonly v1beta1Schema?: string
  readonly expectedCreateErrors?: readonly string[]
  readonly unexpectedCreateErrors?: readonly string[]
}

const TABLE = 'TestNonStructuralSchemaConditionForCRDV1'

function cases(): Case[] {
  const { items } = readRecording('tables', 'custom-resources') as { items: { func?: string; cases: Case[] }[] }
  return items.find(({ func }) => func === TABLE)?.cases ?? []
}

async function definition({ globalSchema, v1Schema, v1beta1Schema }: Case): Promise<JsonObject> {
  const schema = async (text: string | undefined): Promise<Json> =>
    text === undefined ? null : (await readYaml(new TextEncoder().encode(text))).value
  const version = async (name: string, text: string | undefined): Promise<JsonObject> => ({
    name,
    served: true,
    storage: name === 'v1beta1',
    schema: { openAPIV3Schema: (await schema(text)) ?? (await schema(globalSchema)) },
  })
  const object = {
    metadata: { name: 'foos.tests.example.com' },
    spec: {
      group: 'tests.example.com',
      scope: 'Namespaced',
      names: { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' },
      versions: [await version('v1beta1', v1beta1Schema), await version('v1', v1Schema)],
    },
    status: { storedVersions: ['v1beta1'] },
  }
  const type = builtinType('apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition')
  return decode(type, object).object
}

describe('rules of definitions, as recorded', () => {
  const rules = definitionRules(dialects.k8s)

  it.each(cases())('$desc', async (given) => {
    const errors = rules.create(await definition(given)).map(({ field, message }) => `${field}: ${message}`)
    const wanted = given.expectedCreateErrors ?? []
    if (wanted.length === 0) expect(errors.filter((text) => !text.includes('conversion'))).toEqual([])
    for (const text of wanted) expect(errors.join('\n')).toContain(text)
    for (const text of given.unexpectedCreateErrors ?? []) expect(errors.join('\n')).not.toContain(text)
  })

  it('has recorded cases', () => expect(cases().length).toBeGreaterThan(10))
})
