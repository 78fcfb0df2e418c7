import { isObject, objectOrEmpty, type JsonObject } from '../../worker/api/json.ts'
import type { StructSchema } from '../../worker/schema/schema.ts'
import { hasProtobufForm } from '../../worker/codec/lazy-protobuf.ts'
import { encodeProtobuf } from '../../worker/codec/protobuf.ts'
import { writeYaml } from '../../worker/codec/yaml-writer.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { BuiltinResource, BuiltinVersion } from '../../worker/schema/builtin/resources.ts'
import { builtinResources } from '../../worker/schema/builtin/resources.ts'
import { builtinType } from '../../worker/schema/builtin/types.ts'
import { decode } from '../../worker/schema/decode.ts'
import type { Dice } from './dice.ts'
import { pickFrom } from './dice.ts'
import { objectOf } from './objects.ts'
import { soundObject } from './sound-objects.ts'
import {
  ACCEPTS,
  ARGUMENTS,
  DOCUMENTS,
  METHODS,
  NAMES,
  ODD_METHODS,
  ODD_PIECES,
  ODD_TYPES,
  PARAMETERS,
  PATCHES,
  TEXTS,
} from './vocabulary.ts'

/** A request before it has a signal. */
export interface Draft {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** The namespaces of requests. Answers to them must not contain objects of `HIDDEN`. */
export const NAMESPACES = ['default', 'one', 'two'] as const
export const HIDDEN = 'hidden'

const encoder = new TextEncoder()

/** Creates random requests: from requests of a normal client to requests that no client should send. */
export function requestMaker(dialect: Dialect): (dice: Dice) => Draft {
  const places = builtinResources().flatMap((resource) => resource.versions.map((version) => ({ resource, version })))
  const common = places.filter(({ resource }) => soundObject(resource) !== undefined)
  return (dice) => {
    if (dice.chance(0.08))
      return { method: methodOf(dice), url: wild(dice, pickFrom(dice, DOCUMENTS)), headers: headersOf(dice, '') }
    const place = pickFrom(dice, dice.chance(0.7) ? common : places)
    const target = { ...place, dialect, method: methodFor(dice, place.version.verbs) }
    const { method } = target
    const named = pathOf(dice, target)
    const url = wild(dice, named.path) + queryOf(dice, method)
    const written = ['POST', 'PUT', 'PATCH'].includes(method) ? bodyOf(dice, target, named) : deleteBody(dice, method)
    const headers = headersOf(dice, written?.type ?? '')
    return { method, url, headers, ...(written !== undefined && { body: written.bytes }) }
  }
}

const methodOf = (dice: Dice): string => pickFrom(dice, dice.chance(0.03) ? ODD_METHODS : METHODS)

const METHOD_OF: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
}

/** Usually a method that the resource has. */
const methodFor = (dice: Dice, verbs: readonly string[]): string =>
  dice.chance(0.1) ? methodOf(dice) : (METHOD_OF[pickFrom(dice, [...verbs, 'create', 'patch'])] ?? 'GET')

/** A sound object, unchanged or with changed members, or a random object. */
function drawObject(dice: Dice, schema: StructSchema, sound: JsonObject | undefined): JsonObject {
  if (sound === undefined || dice.chance(0.2)) return objectOf(dice, schema)
  if (dice.chance(0.5)) return sound
  const drawn = objectOf(dice, schema)
  const changed: JsonObject = { ...sound }
  for (const [name, value] of Object.entries(drawn)) {
    const own = sound[name]
    if (!isObject(own) || !isObject(value)) continue
    const entries = Object.entries(value)
    changed[name] = entries.length === 0 ? own : { ...own, ...Object.fromEntries([pickFrom(dice, entries)]) }
  }
  return changed
}

/** The chance that a path names an object, by method. */
const NAME_CHANCE: Readonly<Record<string, number>> = { PUT: 0.95, PATCH: 0.95, DELETE: 0.95, POST: 0.05 }

/** A method of a resource, whose groups are spelled in a dialect. */
interface RequestTarget {
  readonly dialect: Dialect
  readonly resource: BuiltinResource
  readonly version: BuiltinVersion
  readonly method: string
}

/** The path of a request. `name` is empty for a collection; `subresource` is empty for a collection and for a whole object. */
interface NamedPath {
  readonly path: string
  readonly name: string
  readonly subresource: string
}

function pathOf(dice: Dice, { dialect, resource, version: own, method }: RequestTarget): NamedPath {
  const { version, subresources } = own
  const root = resource.group === '' ? `/api/${version}` : `/apis/${dialect.spell(resource.group)}/${version}`
  const watch = dice.chance(0.01) ? '/watch' : ''
  const place = resource.namespaced && dice.chance(0.97) ? `/namespaces/${pickFrom(dice, NAMESPACES)}` : ''
  const name = dice.chance(NAME_CHANCE[method] ?? 0.5) ? pickFrom(dice, dice.chance(0.95) ? NAMES : TEXTS) : ''
  const subresource =
    name !== '' && dice.chance(0.1) ? pickFrom(dice, ['status', 'scale', ...subresources.map((s) => s.name)]) : ''
  const tail = [name, subresource].filter((part) => part !== '').map((part) => `/${encodeURIComponent(part)}`)
  return { path: `${root}${watch}${place}/${resource.name}${tail.join('')}`, name, subresource }
}

/** The same path, or a changed one. */
function wild(dice: Dice, path: string): string {
  if (!dice.chance(0.04)) return path
  const at = dice.below(path.length + 1)
  const odd = pickFrom(dice, ODD_PIECES)
  return path.slice(0, at) + odd + path.slice(dice.chance(0.5) ? at : at + 1)
}

function queryOf(dice: Dice, method: string): string {
  const pairs: string[] = []
  if (method === 'PATCH' && dice.chance(0.8)) pairs.push('fieldManager=fuzz')
  while (dice.chance(0.25)) pairs.push(`${pickFrom(dice, PARAMETERS)}=${pickFrom(dice, ARGUMENTS)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function headersOf(dice: Dice, type: string): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': 'fuzz/1' }
  if (dice.chance(0.4)) headers.accept = pickFrom(dice, ACCEPTS)
  if (type !== '') headers['content-type'] = dice.chance(0.02) ? pickFrom(dice, ODD_TYPES) : type
  if (dice.chance(0.05)) headers['accept-encoding'] = pickFrom(dice, ['gzip', '*', 'br', 'gzip;q=0'])
  if (dice.chance(0.02)) headers['if-none-match'] = '"x"'
  if (dice.chance(0.01)) headers.upgrade = 'websocket'
  return headers
}

interface Body {
  readonly bytes: Uint8Array
  readonly type: string
}

function deleteBody(dice: Dice, method: string): Body | undefined {
  if (method !== 'DELETE' || !dice.chance(0.4)) return undefined
  const schema = builtinType('apimachinery.pkg.apis.meta.v1.DeleteOptions')
  return asJson(dice, { ...objectOf(dice, schema), kind: 'DeleteOptions', apiVersion: 'v1' })
}

function bodyOf(
  dice: Dice,
  { dialect, resource, version, method }: RequestTarget,
  { name, subresource }: NamedPath,
): Body {
  const sub = version.subresources.find((own) => own.name === subresource)
  const group = dialect.spell(sub?.group ?? resource.group)
  const apiVersion = [group, sub?.version ?? version.version].filter((part) => part !== '').join('/')
  const schema = builtinType(sub?.type ?? version.type)
  const kind = sub?.kind ?? resource.kind
  const drawn = drawObject(dice, schema, sub === undefined ? soundObject(resource) : undefined)
  const metadata = objectOrEmpty(drawn.metadata)
  const object: JsonObject = {
    apiVersion,
    kind,
    ...drawn,
    metadata: { ...plain(dice, metadata), name: name || pickFrom(dice, NAMES) },
  }
  if (method === 'PATCH') return patchOf(dice, object)
  if (dice.chance(0.1)) return { bytes: broken(dice, encoder.encode(writeYaml(object))), type: 'application/yaml' }
  if (dice.chance(0.15) && hasProtobufForm(schema)) {
    const message = inProtobuf(schema, object, { apiVersion, kind })
    if (message !== undefined) return { bytes: broken(dice, message), type: 'application/vnd.kubernetes.protobuf' }
  }
  return asJson(dice, object)
}

/** Mostly metadata that every kind accepts. With random metadata, most objects would be refused for the same reason. */
function plain(dice: Dice, metadata: JsonObject): JsonObject {
  if (dice.chance(0.2)) return metadata
  return dice.chance(0.2) ? { finalizers: ['example.com/x'] } : {}
}

/** The object in protobuf; undefined when the object does not fit its type, because protobuf cannot represent it. */
function inProtobuf(
  schema: ReturnType<typeof builtinType>,
  object: JsonObject,
  typeMeta: { apiVersion: string; kind: string },
): Uint8Array | undefined {
  try {
    return encodeProtobuf(schema, decode(schema, object).object, typeMeta)
  } catch {
    return undefined
  }
}

function patchOf(dice: Dice, object: JsonObject): Body {
  const type = pickFrom(dice, PATCHES)
  if (type !== 'application/json-patch+json') return { ...asJson(dice, object), type }
  const operations = Array.from({ length: dice.below(3) }, () => ({
    op: pickFrom(dice, ['add', 'remove', 'replace', 'move', 'copy', 'test', 'x']),
    path: pickFrom(dice, [
      '',
      '/',
      '/metadata/labels',
      '/metadata/labels/a',
      '/spec',
      '/data/k',
      '/a/-',
      '/metadata/name',
      'x',
      '/~2',
    ]),
    from: pickFrom(dice, ['/metadata/name', '/spec', '']),
    value: pickFrom(dice, [object, 'x', null, [], 1]),
  }))
  return { bytes: broken(dice, encoder.encode(JSON.stringify(operations))), type }
}

function asJson(dice: Dice, object: JsonObject): Body {
  const type = 'application/json'
  if (dice.chance(0.003)) return { bytes: encoder.encode(deep(dice)), type }
  if (dice.chance(0.001)) return { bytes: new Uint8Array(pickFrom(dice, [3145728, 3145729])).fill(0x20), type }
  let text = JSON.stringify(object)
  if (dice.chance(0.03)) text = text.replace(/"(\w+)":/, (pair) => `${pair}1,${pair}`)
  if (dice.chance(0.03))
    text = text.replace(/":\d+/, pickFrom(dice, ['":1e5', '":1.0', '":99999999999999999999', '":-0', '":1e999']))
  return { bytes: broken(dice, encoder.encode(text)), type }
}

function deep(dice: Dice): string {
  const depth = pickFrom(dice, [100, 3000, 9999, 10_001, 100_000])
  const [open, close] = pickFrom(dice, [
    ['[', ']'],
    ['{"a":', '}'],
    ['{"metadata":', '}'],
    ['{"spec":', '}'],
  ] as const)
  return open.repeat(depth) + '1' + close.repeat(depth)
}

/** The same bytes, or some of them changed, cut or repeated. */
function broken(dice: Dice, bytes: Uint8Array): Uint8Array {
  if (!dice.chance(0.08)) return bytes
  const at = dice.below(bytes.length + 1)
  const copy = Uint8Array.from(bytes)
  switch (dice.below(4)) {
    case 0:
      return copy.subarray(0, at)
    case 1:
      return Uint8Array.from([...copy.subarray(0, at), dice.below(256), ...copy.subarray(at)])
    case 2:
      return Uint8Array.from([...copy.subarray(0, at), ...copy.subarray(at + 1 + dice.below(8))])
    default:
      for (let n = 0; n < 1 + dice.below(4); n++) copy[dice.below(copy.length)] = dice.below(256)
      return copy
  }
}
