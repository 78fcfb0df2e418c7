import type { FieldError } from '../../../worker/api/field-error.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { virtualClock } from '../../../worker/clock/virtual-clock.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import { decodeUnstructured } from '../../../worker/patch/unstructured.ts'
import { buildCatalog } from '../../../worker/resources/catalog.ts'
import { validateMeta, validateMetaRevision } from '../../../worker/resources/object-meta.ts'
import type { Resource } from '../../../worker/resources/resource.ts'
import type { Schema } from '../../../worker/schema/schema.ts'
import type { GoValue } from './go-literals.ts'
import { asJson } from './go-objects.ts'

// These functions call the rules of a kind without a server, as the tests of the real server do.
const catalog = buildCatalog({ dialect: dialects.k8s, runtimeConfig: { 'api/all': true } })
const resources = new Map<string, Resource>()
for (const facts of catalog.all()) {
  const known = resources.get(facts.storage)
  if (known === undefined) resources.set(facts.storage, await catalog.resolve(facts))
}

function resourceOf(storage: string): Resource {
  const resource = resources.get(storage)
  if (resource === undefined) throw new Error(`no kind is stored as ${storage}`)
  return resource
}

/** The storage form of a Go object, without defaults unless the kind's rules require them. */
export function objectOf(storage: string, value: GoValue): ApiObject {
  const resource = resourceOf(storage)
  const { storageVersion } = resource
  const { object } = decodeUnstructured(storageVersion.schema, asJson(value, storageVersion.schema))
  if (DEFAULTED.has(storage)) setDefaults(resource, object)
  return object
}

const setDefaults = ({ behaviour, storageVersion }: Resource, object: ApiObject): void =>
  behaviour.defaults.get(storageVersion.version)?.(object)

/**
 * The kinds whose defaults are set before a check: the defaults fill fields that the internal types have elsewhere, or
 * fields that are newer than the tables.
 */
const DEFAULTED: ReadonlySet<string> = new Set(['nodes', 'scheduling.k8s.io/priorityclasses'])

/** The faults of a new object of the kind with this storage name, such as `apps/replicasets`. */
export function created(storage: string, value: GoValue): readonly FieldError[] {
  const resource = resourceOf(storage)
  const object = objectOf(storage, value)
  const { behaviour, namespaced } = resource
  return [
    ...validateMeta(object.metadata ?? {}, { namespaced, nameRule: behaviour.nameRule }),
    ...(behaviour.validate?.(object) ?? []),
  ]
}

/** The faults of an update. Without a name or namespace in the table, both objects have the same. */
export function updated(storage: string, value: GoValue, before: GoValue, subresource = ''): readonly FieldError[] {
  const resource = resourceOf(storage)
  const [object, old] = [objectOf(storage, value), objectOf(storage, before)]
  if (storage === 'pods') for (const pod of [object, old]) completePod(resource, pod)
  const { behaviour, namespaced } = resource
  const { nameRule, metadataChecks: checks } = behaviour
  const place = { name: 'same', ...(namespaced && { namespace: 'same' }) }
  object.metadata = { ...place, ...object.metadata, creationTimestamp: old.metadata?.creationTimestamp }
  old.metadata = { ...place, ...old.metadata }
  const revision = validateMetaRevision(object.metadata, old.metadata, { namespaced, nameRule, checks })
  return [
    ...revision.generic,
    ...revision.checks.flat(),
    ...(behaviour.validateUpdate?.(object, old, subresource) ?? []),
  ]
}

/** Adds the required fields that pods in tables of updates lack. */
function completePod(resource: Resource, pod: ApiObject): void {
  const spec = (pod['spec'] ??= {}) as JsonObject
  for (const list of ['containers', 'initContainers']) {
    const given = spec[list]
    if (list === 'initContainers' && !Array.isArray(given)) continue
    const containers = (Array.isArray(given) ? given : [{ ...goodContainer }]) as JsonObject[]
    spec[list] = containers.map((container, i) => ({
      ...container,
      name: container['name'] || `${list.slice(0, 4)}${i}`,
    }))
  }
  setDefaults(resource, pod)
}

/**
 * The cells of an object in a Table at a given time. The columns in `without` are left out, and so are the columns of
 * lower priority unless `wide` is set.
 */
export function cellsOf(
  storage: string,
  value: GoValue,
  now: number,
  { wide = false, without = [] }: { readonly wide?: boolean; readonly without?: readonly string[] } = {},
): readonly (string | number | bigint | boolean | null)[] {
  const resource = resourceOf(storage)
  const object = objectOf(storage, value)
  return (resource.behaviour.columns ?? [])
    .filter(({ name, priority }) => (wide || priority === 0) && !without.includes(name))
    .map((column) => column.cell(object, now))
}

/** A Go object of a stored version with its defaults. */
export function defaulted(storage: string, value: GoValue): ApiObject {
  const object = objectOf(storage, value)
  setDefaults(resourceOf(storage), object)
  return object
}

/** A new object as its kind prepares it before validation. */
export function prepared(storage: string, value: GoValue): ApiObject {
  const object = defaulted(storage, value)
  resourceOf(storage).behaviour.prepareCreate?.(object, {
    list: () => [],
    dryRun: false,
    subresource: '',
    warn: () => undefined,
    clock: virtualClock(),
    user: { username: '', uid: '', groups: [], extra: {} },
  })
  return object
}

/** The fields of an object for field selectors. */
export function selectable(storage: string, value: GoValue): Readonly<Record<string, string>> {
  const resource = resourceOf(storage)
  const object = objectOf(storage, value)
  const fields = Object.entries(resource.behaviour.fieldSelectors ?? {})
  return Object.fromEntries(fields.map(([label, read]) => [label, read(object)]))
}

/** The kind with this storage name. Throws an Error when no kind has it. */
export const kindOf = resourceOf

/** The schema of a part of an object: `spec.template.spec`, `spec.containers[]`. */
export function schemaAt(storage: string, path: string): Schema {
  let schema: Schema = resourceOf(storage).storageVersion.schema
  for (const step of path.split(/\.|(?=\[\])/)) {
    const next = inside(schema, step)
    if (next === undefined) throw new Error(`the schema has no ${step} in ${path}`)
    schema = next
  }
  return schema
}

function inside(schema: Schema, step: string): Schema | undefined {
  if (schema.type === 'list') return step === '[]' ? schema.items : undefined
  return schema.type === 'struct' ? schema.fields.get(step)?.schema : undefined
}

/** A valid pod as JSON, with the given parts. */
export const podAround = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  metadata: { name: 'pod', namespace: 'default', ...metadata },
  spec: { containers: [goodContainer], restartPolicy: 'Always', dnsPolicy: 'ClusterFirst', ...spec },
})

export const goodContainer: JsonObject = {
  name: 'good',
  image: 'image',
  imagePullPolicy: 'IfNotPresent',
  terminationMessagePolicy: 'File',
}

/** The faults of a new pod in JSON. */
export function createdPod(pod: JsonObject): readonly FieldError[] {
  const resource = resourceOf('pods')
  const object: ApiObject = decodeUnstructured(resource.storageVersion.schema, pod).object
  const { behaviour } = resource
  return [
    ...validateMeta(object.metadata ?? {}, { namespaced: true, nameRule: behaviour.nameRule }),
    ...(behaviour.validate?.(object) ?? []),
  ]
}
