import type { Json, JsonObject } from '../../worker/api/json.ts'
import type { Schema, StructSchema } from '../../worker/schema/schema.ts'
import { asAdmin } from './callers.ts'
import { EVERYTHING } from './everything.ts'
import { put, soundKinds } from './schema-places.ts'
import { MAX_STALL, openFuzzedServer, type FuzzedServer } from './fuzzed-server.ts'

/** A place of a kind that takes any number of values. */
interface Collection {
  readonly name: string
  readonly root: string
  readonly objectName: string
  readonly whole: JsonObject
  readonly path: readonly string[]
  readonly schema: Schema
}

/** How the time of one request grows with the length of one list. */
export interface Growth {
  readonly name: string
  /** The longest turn of the event loop, milliseconds, with `PART` and with `WHOLE` values. */
  readonly part: number
  readonly whole: number
}

const PART = 500
/** A linear algorithm takes eight times as long, a quadratic one 64 times. */
const WHOLE = 4000
const MOST_GROWTH = 24
/** Milliseconds. Below it, the growth is not judged. */
const LEAST_TIME = 40
/** Deep enough for the fields of a container in a template of a template. */
const DEEPEST = 12

/** Types that several kinds have, with the same rules: visited in the first of them. */
const SHARED = new Set(['api.core.v1.PodTemplateSpec', 'apimachinery.pkg.apis.meta.v1.ObjectMeta'])

/** Every list and map of every built-in kind. */
function collections(): Collection[] {
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

type Style = 'filled' | 'names' | 'words'

/** A value of the type that differs from those with other numbers. */
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

function filled({ whole, path, schema }: Collection, count: number, style: Style): Json {
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

type Step = (collection: Collection, body: Json) => Parameters<FuzzedServer['send']>[0]

const draft = (method: string, url: string, type: string, body: Json): Parameters<FuzzedServer['send']>[0] => ({
  method,
  url,
  headers: { ...asAdmin, 'content-type': type },
  body: new TextEncoder().encode(JSON.stringify(body)),
})

/** Each write of the list: a create, and changes of an object that has another list there. */
const STEPS: Readonly<Record<string, Step>> = {
  create: ({ root }, body) => draft('POST', `${root}?dryRun=All`, 'application/json', body),
  apply: ({ root, objectName }, body) =>
    draft('PATCH', `${root}/${objectName}?dryRun=All&fieldManager=a&force=true`, 'application/apply-patch+yaml', body),
  update: ({ root, objectName }, body) => draft('PUT', `${root}/${objectName}?dryRun=All`, 'application/json', body),
  patch: ({ root, objectName }, body) =>
    draft('PATCH', `${root}/${objectName}?dryRun=All`, 'application/strategic-merge-patch+json', body),
  status: ({ root, objectName }, body) =>
    draft('PUT', `${root}/${objectName}/status?dryRun=All`, 'application/json', body),
}

/** Writes every list and map of every kind with many values, and returns those whose time grows faster than their length. */
export async function searchGrowth(only: string, progress: (growth: Growth) => void): Promise<Growth[]> {
  const found: Growth[] = []
  let server = await openFuzzedServer(EVERYTHING)
  for (const collection of collections().filter(({ name }) => name.includes(only))) {
    for (const style of ['filled', 'names', 'words'] as const) {
      if (!(await growthsOf(server, collection, style)).some(isSuspect)) continue
      await server.close()
      server = await openFuzzedServer(EVERYTHING)
      // Compilation and collected garbage do not repeat.
      const suspects = (await growthsOf(server, collection, style)).filter(isSuspect)
      suspects.forEach(progress)
      found.push(...suspects)
    }
  }
  await server.close()
  return found
}

const isSuspect = ({ part, whole }: Growth): boolean =>
  whole > MAX_STALL || (whole > LEAST_TIME && whole > MOST_GROWTH * Math.max(part, 2))

async function growthsOf(server: FuzzedServer, collection: Collection, style: Style): Promise<Growth[]> {
  const { root, name, objectName } = collection
  const [small, large] = [filled(collection, PART, style), filled(collection, WHOLE, style)]
  const growths: Growth[] = []
  for (const [verb, step] of Object.entries(STEPS)) {
    const part = await server.send(step(collection, small))
    const whole = await server.send(step(collection, large))
    growths.push({ name: `${verb} ${name} (${style}: ${whole.status})`, part: part.stallMs, whole: whole.stallMs })
    // The changes find an object with another list.
    if (verb === 'create')
      await server.send(draft('POST', root, 'application/json', filled(collection, WHOLE - 1, style)))
  }
  await server.send({ method: 'DELETE', url: `${root}/${objectName}?gracePeriodSeconds=0`, headers: asAdmin })
  return growths
}
