import type { Case, Step } from '../../../conformance/case.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { get, patch, post, put, remove, scenario } from './steps.ts'
import { randomSchema, randomValue, soundSchema } from './schemas.ts'

type Members = Record<string, unknown>

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 's.example.com'
/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 1009

function definition(name: string, schema: unknown, more: Members = {}): Members {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${name}s.${GROUP}` },
    spec: {
      group: GROUP,
      names: { plural: `${name}s`, singular: name, kind: `K${name}`, listKind: `K${name}List` },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...more }],
    },
  }
}

const PATHS = [
  '.spec.a',
  '.status.a',
  '.spec.b',
  'spec',
  '.spec[0]',
  '.metadata.name',
  '.',
  '',
  '.spec.a.b',
  '.spec["a"]',
]
const COLUMN_TYPES = ['string', 'integer', 'number', 'boolean', 'date', 'object', '']
const COLUMN_FORMATS = ['', 'int32', 'int64', 'float', 'double', 'byte', 'date', 'date-time', 'password', 'x']

/** Printer columns, a scale and selectable parts, some of them wrong. */
function extras(roll: Dice): Members {
  const column = (): Members => ({
    name: pickFrom(roll, ['A', 'B', '', 'name']),
    type: pickFrom(roll, COLUMN_TYPES),
    jsonPath: pickFrom(roll, PATHS),
    ...(roll.chance(0.3) && { format: pickFrom(roll, COLUMN_FORMATS) }),
    ...(roll.chance(0.2) && { priority: roll.below(3) - 1 }),
  })
  return {
    ...(roll.chance(0.4) && { additionalPrinterColumns: [column(), ...(roll.chance(0.5) ? [column()] : [])] }),
    ...(roll.chance(0.4) && {
      subresources: {
        ...(roll.chance(0.6) && { status: pickFrom<unknown>(roll, [{}, null, { a: 1 }]) }),
        ...(roll.chance(0.5) && {
          scale: {
            specReplicasPath: pickFrom(roll, PATHS),
            statusReplicasPath: pickFrom(roll, PATHS),
            ...(roll.chance(0.5) && { labelSelectorPath: pickFrom(roll, PATHS) }),
          },
        }),
      },
    }),
    ...(roll.chance(0.1) && {
      deprecated: true,
      deprecationWarning: pickFrom(roll, ['', 'w', 'x'.repeat(300), 'a\nb']),
    }),
  }
}

/** Definitions with schemas of any kind, as dry runs. */
const definitions = (seed: number): Case[] =>
  Array.from({ length: 12 }, (_, at) => {
    const roll = dice(seed * SEED_FACTOR + at)
    return scenario(
      'crd',
      `definitions-${at}`,
      Array.from({ length: 60 }, (): Step => {
        const isRoot = roll.chance(0.8)
        const part = randomSchema(roll, 2)
        const schema = isRoot ? { type: 'object', properties: { spec: part } } : part
        return post(`${DEFINITIONS}?dryRun=All`, definition('a', schema, extras(roll)))
      }),
    )
  })

/** Objects of a definition with a sound schema: their errors, defaults, pruning, patches, tables and OpenAPI. */
function objects(seed: number, at: number): Case {
  const roll = dice(-seed * SEED_FACTOR - at)
  const name = `w${at}`
  const spec = soundSchema(roll, 3)
  const schema = { type: 'object', properties: { spec, status: soundSchema(roll, 1) } }
  const made = definition(name, schema, {
    subresources: { status: {} },
    additionalPrinterColumns: ['a', 'b'].map((field, i) => ({
      name: field,
      type: pickFrom(roll, ['string', 'integer', 'number', 'boolean', 'date']),
      jsonPath: i === 0 ? `.spec.${field}` : '.spec',
    })),
  })
  const collection = `/apis/${GROUP}/v1/namespaces/\${ns}/${name}s`
  const object = (value: unknown, own = 'o'): Members => ({
    apiVersion: `${GROUP}/v1`,
    kind: `K${name}`,
    metadata: { name: own },
    spec: value,
  })
  const table = { headers: { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }
  const strict = (): string =>
    pickFrom(roll, ['', '&fieldValidation=Strict', '&fieldValidation=Warn', '&fieldValidation=Ignore'])
  return scenario(
    'crd',
    `objects-${at}`,
    [
      post(DEFINITIONS, made),
      get(collection, { until: { equals: 200, ms: 8000 }, ignore: true }),
      ...Array.from({ length: 14 }, () => post(`${collection}?dryRun=All${strict()}`, object(randomValue(roll, spec)))),
      post(collection, object(randomValue(roll, spec, 0))),
      post(collection, object({}, 'p')),
      ...Array.from({ length: 6 }, () =>
        patch(`${collection}/p?dryRun=All${strict()}`, { spec: randomValue(roll, spec, 0.1) }),
      ),
      ...Array.from({ length: 4 }, () =>
        patch(`${collection}/p?dryRun=All&fieldManager=m&force=true`, object(randomValue(roll, spec, 0.1), 'p'), {
          type: 'apply',
        }),
      ),
      put(`${collection}/p?dryRun=All`, object(randomValue(roll, spec), 'p')),
      patch(`${collection}/p/status?dryRun=All`, { status: randomValue(roll, schema.properties.status) }),
      get(collection),
      get(collection, table),
      get(`/openapi/v3/apis/${GROUP}/v1`, { until: { equals: 200, ms: 8000 } }),
      remove(`${DEFINITIONS}/${name}s.${GROUP}`, { ignore: true }),
    ],
    { cleanup: [`${DEFINITIONS}/${name}s.${GROUP}`] },
  )
}

const STATUSES: readonly Members[] = [
  { type: 'object', default: { g: -1 }, properties: { g: { type: 'integer' } } },
  { type: 'object', default: {}, properties: { g: { type: 'integer', default: 3 } } },
  { type: 'object', properties: { g: { type: 'integer', default: 3 } } },
  { type: 'string', default: 'x' },
]

/** Writes to kinds whose status has a default, with and without the subresource. */
const statusDefaults = (): Case[] =>
  STATUSES.flatMap((status, at) =>
    [true, false].map((isSubresource) => {
      const name = `d${at}${isSubresource ? 's' : 'n'}`
      const schema = { type: 'object', properties: { spec: { type: 'object' }, status } }
      const path = `/apis/${GROUP}/v1/namespaces/\${ns}/${name}s`
      const object = (own: string, more: Members = {}): Members => ({
        apiVersion: `${GROUP}/v1`,
        kind: `K${name}`,
        metadata: { name: own },
        ...more,
      })
      const cleanup = [`${DEFINITIONS}/${name}s.${GROUP}`]
      return scenario(
        'crd',
        `status-${name}`,
        [
          post(DEFINITIONS, definition(name, schema, isSubresource ? { subresources: { status: {} } } : {})),
          get(path, { until: { equals: 200, ms: 8000 }, ignore: true }),
          post(`${path}?dryRun=All`, object('d')),
          post(path, object('a')),
          get(path),
          put(`${path}/a`, object('a')),
          put(`${path}/a`, object('a')),
          put(`${path}/a`, object('a', { spec: {}, status: null })),
          patch(`${path}/b?fieldManager=m`, object('b', { spec: {} }), { type: 'apply' }),
          patch(`${path}/a/status`, { metadata: { labels: { a: 'b' } } }),
          patch(`${path}/a/status`, { status: null }),
          remove(`${path}/a`),
        ],
        { cleanup },
      )
    }),
  )

export const customResourceScenarios = (seed: number): Case[] => [
  ...definitions(seed),
  ...statusDefaults(),
  ...Array.from({ length: 40 }, (_, at) => objects(seed, at)),
]
