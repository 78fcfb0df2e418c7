import { toBase64 } from '../../../worker/runtime/bytes.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, setKey, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { utf8 } from '../generators/literals.ts'
import type { Files } from '../host.ts'
import type { Kustomization, Resource } from './kustomization.ts'
import { fileWithin, readBytes, stringMap } from './kustomization.ts'

/** A generated object, and whether it replaces or extends an earlier object of the same name. */
interface Generated {
  readonly resource: Resource
  readonly behavior: string
}

/** The objects of a kustomization's generators. */
export async function generated(files: Files, { folder, fields }: Kustomization): Promise<Generated[]> {
  const made: Generated[] = []
  const shared = objectOrEmpty(fields.generatorOptions)
  for (const kind of ['ConfigMap', 'Secret'] as const)
    for (const generator of objectsIn(kind === 'Secret' ? fields.secretGenerator : fields.configMapGenerator)) {
      const options = objectOrEmpty(generator.options)
      if (stringOrEmpty(generator.name) === '') throw new Failure('a configmap must have a name')
      const values = await valuesOf(files, folder, generator)
      const object = kind === 'Secret' ? secret(generator, values) : configMap(values)
      const labels = { ...stringMap(shared.labels), ...stringMap(options.labels) }
      const annotations = { ...stringMap(shared.annotations), ...stringMap(options.annotations) }
      const metadata = {
        ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
        ...(Object.keys(labels).length > 0 ? { labels } : {}),
        name: stringOrEmpty(generator.name),
        ...(stringOrEmpty(generator.namespace) === '' ? {} : { namespace: stringOrEmpty(generator.namespace) }),
      }
      // A generator cannot turn a shared option off.
      const isSet = (name: 'disableNameSuffixHash' | 'immutable') => options[name] === true || shared[name] === true
      const hashed = !isSet('disableNameSuffixHash')
      const immutable = isSet('immutable') ? { immutable: true } : {}
      made.push({
        resource: { object: { ...object, ...immutable, metadata }, original: metadata.name, hashed },
        behavior: stringOrEmpty(generator.behavior),
      })
    }
  return made
}

type Values = ReadonlyMap<string, Uint8Array>

async function valuesOf(files: Files, folder: string, generator: JsonObject): Promise<Values> {
  const values = new Map<string, Uint8Array>()
  const repeated: string[] = []
  const add = (key: string, value: Uint8Array): void => {
    if (values.has(key)) repeated.push(key)
    values.set(key, value)
  }
  const read = async (path: string): Promise<Uint8Array> => readBytes(files, await fileWithin(files, folder, path))
  const loading =
    (kind: string, sources: readonly string[]) =>
    (error: unknown): never => {
      if (!(error instanceof Failure)) throw error
      throw new Failure(`loading KV pairs: ${kind}: [${sources.join(' ')}]: ${error.message}`)
    }
  const environments = [...stringsIn(generator.envs), ...[stringOrEmpty(generator.env)].filter(Boolean)]
  for (const source of environments) {
    const text = new TextDecoder().decode(await read(source).catch(loading('env source files', environments)))
    for (const line of text.split(/\r?\n/)) {
      const [, key, value = ''] = /^\s*([^#=\s][^=]*)(?:=(.*))?$/.exec(line) ?? []
      if (key !== undefined) add(key, encoder.encode(value))
    }
  }
  for (const literal of stringsIn(generator.literals)) {
    const at = literal.indexOf('=')
    if (at <= 0)
      throw new Failure(
        `loading KV pairs: literal sources [${stringsIn(generator.literals).join(' ')}]: invalid literal source ${literal}, expected key=value`,
      )
    add(literal.slice(0, at), encoder.encode(literal.slice(at + 1).replace(/^(["'])(.*)\1$/s, '$2')))
  }
  const names = stringsIn(generator.files)
  for (const source of names) {
    const { key, path } = await Promise.resolve(source).then(fileSource).catch(loading('file sources', names))
    add(key, await read(path).catch(loading('file sources', names)))
  }
  const [again] = repeated
  if (again === undefined) return values
  throw new Failure(`configmap ${stringOrEmpty(generator.name)} illegally repeats the key \`${again}\``)
}

/** The key and the path in `KEY=PATH` or `PATH`. @throws Failure */
function fileSource(source: string): { key: string; path: string } {
  const [key = '', path, ...more] = source.split('=')
  const quoted = JSON.stringify(source)
  if (path === undefined) return { key: key.split('/').at(-1) ?? key, path: key }
  if (more.length > 0) throw new Failure(`source ${quoted} key name or file path contains '='`)
  if (key === '') throw new Failure(`missing key name for file path ${JSON.stringify(path)} in source ${quoted}`)
  if (path === '') throw new Failure(`missing file path for key name ${JSON.stringify(key)} in source ${quoted}`)
  return { key, path }
}

const encoder = new TextEncoder()

function configMap(values: Values): ApiObject {
  const data: Record<string, string> = {}
  const binaryData: Record<string, string> = {}
  for (const [key, bytes] of values) {
    const words = utf8(bytes)
    if (words === undefined) setKey(binaryData, key, toBase64(bytes))
    else setKey(data, key, words)
  }
  return {
    apiVersion: 'v1',
    ...(Object.keys(binaryData).length > 0 ? { binaryData } : {}),
    ...(Object.keys(data).length > 0 ? { data } : {}),
    kind: 'ConfigMap',
  }
}

function secret(generator: JsonObject, values: Values): ApiObject {
  const data = Object.fromEntries([...values].map(([key, bytes]) => [key, toBase64(bytes)]))
  return { apiVersion: 'v1', data, kind: 'Secret', type: stringOrEmpty(generator.type) || 'Opaque' }
}
