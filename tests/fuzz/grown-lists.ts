import type { Json, JsonObject } from '../../worker/api/json.ts'
import type { Schema, StructSchema } from '../../worker/schema/schema.ts'
import { put, soundKinds } from './schema-places.ts'

/** A list or a map in the objects of a kind. `whole` is an object of the kind that the server accepts. */
export interface Collection {
  readonly name: string
  readonly root: string
  readonly objectName: string
  readonly whole: JsonObject
  readonly path: readonly string[]
  readonly schema: Schema
}

/** The most parts of a path: deep enough for the fields of a container in a template of a template. */
const DEEPEST = 12

/** Types that have the same rules in every kind. They are visited in the first kind that has them. */
const SHARED = new Set(['api.core.v1.PodTemplateSpec', 'apimachinery.pkg.apis.meta.v1.ObjectMeta'])

/** Every list and map of every built-in kind. */
export function collections(): Collection[] {
  const shared = new Set<string>()
  return soundKinds().flatMap(({ resource, kind, apiVersion, root, sound, objectName, type }) => {
    const whole = { ...sound, apiVersion, kind, metadata: { name: objectName } }
    return [...below(type, [], new Set(), shared)].map(({ path, schema }) => ({
      name: `${resource} ${path.join('.')}`,
      root,
      objectName,
      whole,
      path,
      schema,
    }))
  })
}

function* below(
  struct: StructSchema,
  at: readonly string[],
  visited: Set<string>,
  shared: Set<string>,
): Iterable<Pick<Collection, 'path' | 'schema'>> {
  const { name = '' } = struct
  if (visited.has(name) || shared.has(name) || at.length > DEEPEST) return
  visited.add(name)
  if (SHARED.has(name)) shared.add(name)
  for (const [field, { schema }] of struct.fields) {
    const path = [...at, field]
    if (schema.type === 'list' || schema.type === 'map') yield { path, schema }
    const inner = schema.type === 'list' ? schema.items : schema
    if (inner.type === 'struct') yield* below(inner, schema.type === 'list' ? [...path, '0'] : path, visited, shared)
  }
}

/** Values that rules accept, by the name of the field; `#` is the number of the item. */
const VALUES: Readonly<Record<string, Json>> = {
  operator: 'Exists',
  effect: 'NoSchedule',
  protocol: 'TCP',
  ip: '10.0.0.1',
  hostIP: '10.0.0.1',
  image: 'i',
  kind: 'ConfigMap',
  apiGroup: '',
  apiVersion: 'v1',
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['pods'],
  operations: ['CREATE'],
  verbs: ['get'],
  path: '/#',
  mountPath: '/#',
  devicePath: '/#',
  pathType: 'Prefix',
  addresses: ['10.1.0.1'],
  whenUnsatisfiable: 'DoNotSchedule',
  status: 'True',
  fieldPath: 'metadata.name',
  effects: 'NoSchedule',
  addressType: 'IPv4',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  expression: 'true',
  uid: 'u#',
}

const lookup = (name: string): Json | undefined => (Object.hasOwn(VALUES, name) ? VALUES[name] : undefined)

/**
 * How a value is filled. `filled`: every scalar field and every field of `VALUES`. `names`: only the fields of `NAMES`. `words`:
 * the fields of `NAMES` and every scalar field, but no values of `VALUES`.
 */
export const STYLES = ['filled', 'names', 'words'] as const
export type Style = (typeof STYLES)[number]

/** A value of the type that differs from the values with other numbers. */
function valueOf(schema: Schema, i: number, style: Style, field = ''): Json {
  const known = style === 'words' ? undefined : lookup(field)
  if (known !== undefined) return typeof known === 'string' ? known.replace('#', String(i)) : known
  if (schema.type === 'struct') return structOf(schema, i, style)
  if (schema.type === 'list') return [valueOf(schema.items, i, style)]
  if (schema.type === 'map') return { [`k${i}`]: valueOf(schema.values, i, style) }
  if (schema.type === 'untyped') return `a${i}`
  return scalarOf(schema.kind, i)
}

function scalarOf(kind: string, i: number): Json {
  if (kind === 'integer' || kind === 'number') return (i % 65_535) + 1
  if (kind === 'boolean') return i % 2 === 0
  if (kind === 'quantity' || kind === 'int-or-string') return String(i + 1)
  if (kind === 'time' || kind === 'microtime') return '2024-01-01T00:00:00Z'
  return kind === 'bytes' ? 'aGk=' : `a${i}`
}

/** Fields that many types require, or by which they identify an item. */
const NAMES = new Set([
  'name',
  'key',
  'type',
  'kind',
  'operator',
  'effect',
  'port',
  'containerPort',
  'path',
  'mountPath',
  'ip',
  'uid',
  'apiVersion',
  'image',
  'topologyKey',
  'status',
  'hostnames',
  'addresses',
  'whenUnsatisfiable',
  'maxSkew',
])

function structOf({ fields }: StructSchema, i: number, style: Style): JsonObject {
  const all = [...fields].filter(([field, { schema }]) =>
    style === 'filled'
      ? schema.type === 'scalar' || lookup(field) !== undefined
      : NAMES.has(field) || (style === 'words' && schema.type === 'scalar'),
  )
  return Object.fromEntries(all.map(([field, { schema }]) => [field, valueOf(schema, i, style, field)]))
}

/** The object with `count` values in the collection. */
export function filled({ whole, path, schema }: Collection, count: number, style: Style): Json {
  const field = path.at(-1) ?? ''
  const numbers = Array.from({ length: count }, (_, i) => i)
  if (schema.type === 'map')
    return put(whole, path, Object.fromEntries(numbers.map((i) => [`k${i}`, valueOf(schema.values, i, style)])))
  const items = schema.type === 'list' ? schema.items : schema
  return put(
    whole,
    path,
    numbers.map((i) => valueOf(items, i, style, items.type === 'scalar' ? '' : field)),
  )
}
