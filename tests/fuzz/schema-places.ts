import { objectOrEmpty, type Json, type JsonObject } from '../../worker/api/json.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { builtinResources } from '../../worker/schema/builtin/resources.ts'
import { builtinType } from '../../worker/schema/builtin/types.ts'
import type { Schema, StructSchema } from '../../worker/schema/schema.ts'
import type { Place } from './places/place.ts'
import { SOUND_NAMES } from './sound-extensions.ts'
import { soundObject } from './sound-objects.ts'

/** A field that takes a text: its path, and the value to put there. */
interface Leaf {
  readonly path: readonly string[]
  readonly value: Json
}

/** The most parts of a path: deep enough for the fields of a container in a template. */
const DEEPEST = 9

/** A list in the objects of a kind. Its items have a key, by which other writes find them. */
export interface KeyedList {
  readonly kind: string
  readonly apiVersion: string
  /** The URL of the collection. */
  readonly root: string
  readonly sound: JsonObject
  /** The name of an object. For some kinds, the content of the object decides it. */
  readonly objectName: string
  /** A copy of the object with these items. */
  readonly put: (object: JsonObject, items: Json) => Json
}

/** Every list with keyed items in the kinds with a sound object; each struct type is visited once. */
export function keyedLists(): KeyedList[] {
  return soundKinds().flatMap(({ type, ...kind }) =>
    [...listsOf(type, [], new Set())].map((path) => ({ ...kind, put: (object, items) => put(object, path, items) })),
  )
}

function* listsOf(struct: StructSchema, at: readonly string[], visited: Set<string>): Iterable<readonly string[]> {
  const { name = '' } = struct
  if (visited.has(name) || at.length > DEEPEST) return
  visited.add(name)
  for (const [field, { schema, patchMergeKey = '' }] of struct.fields) {
    const inner = schema.type === 'list' ? schema.items : schema
    const isKeyed = patchMergeKey !== '' || (schema.type === 'list' && schema.listType !== 'atomic')
    if (isKeyed) yield [...at, field]
    const path = schema.type === 'list' ? [...at, field, '0'] : [...at, field]
    if (inner.type === 'struct') yield* listsOf(inner, path, visited)
  }
}

interface SoundKind extends Omit<KeyedList, 'put'> {
  /** The name of the resource, in the plural. */
  readonly resource: string
  readonly type: StructSchema
}

/** Every kind with an object that the server accepts. */
export function soundKinds(): SoundKind[] {
  return builtinResources().flatMap(({ group, name, kind, namespaced, versions }) => {
    const [sound, version] = [soundObject({ group, name }), versions[0]]
    if (sound === undefined || version === undefined) return []
    const apiVersion = group === '' ? 'v1' : `${dialects.k8s.spell(group)}/${version.version}`
    const root = `/${group === '' ? 'api' : 'apis'}/${apiVersion}${namespaced ? '/namespaces/default' : ''}/${name}`
    const objectName = SOUND_NAMES.get(name) ?? 'sound'
    return [{ resource: name, kind, apiVersion, root, sound, objectName, type: builtinType(version.type) }]
  })
}

/** One dry create for each text field and each map of every kind with a sound object; each struct type is visited once. */
export function schemaPlaces(): Place[] {
  const visited = new Set<string>()
  return soundKinds().flatMap(({ kind, root, sound, objectName, type }) =>
    [...leaves(type, [], visited)].map(({ path, value }) => {
      const body = put({ ...sound, metadata: { name: objectName } }, path, value)
      return { name: `${kind} ${path.join('.')}`, requests: [{ method: 'POST', url: `${root}?dryRun=All`, body }] }
    }),
  )
}

function* leaves(struct: StructSchema, at: readonly string[], visited: Set<string>): Iterable<Leaf> {
  const { name = '' } = struct
  if (visited.has(name) || at.length > DEEPEST) return
  visited.add(name)
  for (const [field, { schema }] of struct.fields) yield* leavesOf(schema, [...at, field], visited)
}

function* leavesOf(schema: Schema, path: readonly string[], visited: Set<string>): Iterable<Leaf> {
  if (schema.type === 'struct') yield* leaves(schema, path, visited)
  else if (schema.type === 'map') yield { path, value: { WORD: textOf(schema.values) } }
  else if (schema.type === 'list') yield* leavesOf(schema.items, [...path, '0'], visited)
  else if (schema.type === 'untyped') yield { path, value: { WORD: 'WORD' } }
  else if (['string', 'int-or-string', 'quantity'].includes(schema.kind)) yield { path, value: 'WORD' }
}

const textOf = (schema: Schema): Json => {
  if (schema.type === 'list') return ['WORD']
  return schema.type === 'scalar' && schema.kind === 'bytes' ? 'aGk=' : 'WORD'
}

/** The object with the value at the path; a list in between has one item. */
export function put(object: Json | undefined, [step, ...rest]: readonly string[], value: Json): Json {
  if (step === undefined) return value
  if (step === '0') return [put(Array.isArray(object) ? object[0] : undefined, rest, value)]
  const own: JsonObject = objectOrEmpty(object)
  return { ...own, [step]: put(own[step], rest, value) }
}
