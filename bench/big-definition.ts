// A custom resource definition of about 500 kB, as large operators have, and its objects of about 100 kB.
import { dialects } from '../worker/dialect/dialect.ts'

const GROUP = 'bench.example'
const SECTIONS = 60
const FIELDS = 40

export const DEFINITION_PATH = dialects.k8s.spell('/apis/apiextensions.{domain}/v1/customresourcedefinitions')

const description = 'The setting that this field holds, described in as many words as the authors of operators use. '

const field = (i: number): object =>
  i % 4 === 0
    ? { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: 10, description: description.repeat(2) }
    : { type: 'string', maxLength: 500, pattern: '^[a-z0-9 ]*$', description }

const section = (): object => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: FIELDS }, (_, i) => [`field${i}`, field(i)])),
})

/** The definition with a plural name made from `name`, so that each phase has another definition. */
export const bigDefinition = (name: string): object => ({
  apiVersion: dialects.k8s.spell('apiextensions.{domain}/v1'),
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural(name)}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: plural(name), kind: kind(name) },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: Object.fromEntries(Array.from({ length: SECTIONS }, (_, i) => [`section${i}`, section()])),
              },
            },
          },
        },
      },
    ],
  },
})

const plural = (name: string): string => `${name}s`
const kind = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

export const objectsPath = (name: string): string => `/apis/${GROUP}/v1/namespaces/${name}/${plural(name)}`

export const bigObject = (name: string, i: number): object => ({
  apiVersion: `${GROUP}/v1`,
  kind: kind(name),
  metadata: { name: `o${i}` },
  spec: Object.fromEntries(
    Array.from({ length: SECTIONS }, (_, at) => [
      `section${at}`,
      Object.fromEntries(
        Array.from({ length: FIELDS }, (_, key) => [
          `field${key}`,
          key % 4 === 0 ? ['a value', 'another'] : 'a value of a field as long as most are',
        ]),
      ),
    ]),
  ),
})
