import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { parseLabelSelector } from '../../../worker/api/selector.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { applyJsonPatch, readJsonPatch } from '../../../worker/patch/json-patch.ts'
import { Failure } from '../failure.ts'
import type { Files } from '../host.ts'
import { splitDocuments } from '../documents.ts'
import type { Kustomization, Resource } from './kustomization.ts'
import { fileWithin, objects, readBytes, strings } from './kustomization.ts'
import { merged } from './merge.ts'

interface Patch {
  readonly content: Json
  readonly target: JsonObject | undefined
}

/** The resources after the patches of a kustomization. */
export async function patched(
  files: Files,
  kustomization: Kustomization,
  resources: readonly Resource[],
): Promise<Resource[]> {
  let all: (Resource | undefined)[] = [...resources]
  for (const { content, target } of await patchesOf(files, kustomization)) {
    const matches = target === undefined ? namedBy(content) : selectedBy(target)
    if (target === undefined && !all.some((each) => each !== undefined && matches(each)))
      throw new Failure(
        `no resource matches strategic merge patch ${JSON.stringify(describe(content))}: no matches for Id`,
      )
    all = all.map((each) => (each !== undefined && matches(each) ? apply(each, content) : each))
  }
  return all.filter((each) => each !== undefined)
}

async function patchesOf(files: Files, { folder, fields }: Kustomization): Promise<Patch[]> {
  const found: Patch[] = []
  const read = async (path: string): Promise<string> =>
    new TextDecoder().decode(await readBytes(files, await fileWithin(files, folder, path)))
  const add = async (text: string, target: JsonObject | undefined): Promise<void> => {
    for (const document of splitDocuments(text)) found.push({ content: (await readYaml(document)).value, target })
  }
  for (const entry of strings(fields.patchesStrategicMerge))
    await add(entry.includes('\n') ? entry : await read(entry), undefined)
  for (const { path, patch, target } of [...objects(fields.patches), ...objects(fields.patchesJson6902)])
    await add(stringOrEmpty(patch) || (await read(stringOrEmpty(path))), isObject(target) ? target : undefined)
  return found
}

function describe(content: Json): string {
  if (!isObject(content)) return ''
  const { apiVersion, kind, metadata } = content
  return `${stringOrEmpty(kind)}.${stringOrEmpty(apiVersion)}/${isObject(metadata) ? stringOrEmpty(metadata.name) : ''}`
}

function namedBy(content: Json): (resource: Resource) => boolean {
  if (!isObject(content) || !isObject(content.metadata)) throw new Failure('must specify a target for a JSON patch')
  const { kind, metadata } = content
  return ({ object, original }) =>
    object.kind === kind && (original === metadata.name || object.metadata?.name === metadata.name)
}

function selectedBy(target: JsonObject): (resource: Resource) => boolean {
  const fits = (field: string): ((value: string) => boolean) => {
    const source = stringOrEmpty(target[field])
    const pattern = new RegExp(`^(${source})$`)
    return (value) => source === '' || pattern.test(value)
  }
  const [group, version, kind, name, namespace] = ['group', 'version', 'kind', 'name', 'namespace'].map(fits)
  const labels = parseLabelSelector(stringOrEmpty(target.labelSelector))
  const annotations = parseLabelSelector(stringOrEmpty(target.annotationSelector))
  return ({ object, original }) => {
    const { apiVersion = '', metadata } = object
    const [ofGroup = '', ofVersion = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
    return Boolean(
      group?.(ofGroup) &&
      version?.(ofVersion) &&
      kind?.(object.kind ?? '') &&
      (name?.(original) || name?.(metadata?.name ?? '')) &&
      namespace?.(metadata?.namespace ?? '') &&
      (labels?.(metadata?.labels) ?? true) &&
      (annotations?.(metadata?.annotations) ?? true),
    )
  }
}

/** Undefined when the patch deletes the object. */
function apply(resource: Resource, content: Json): Resource | undefined {
  if (Array.isArray(content))
    return { ...resource, object: asObject(applyJsonPatch(resource.object, readJsonPatch(content))) }
  if (!isObject(content)) throw new Failure('a patch must be an object or a list of operations')
  if (content.$patch === 'delete') return undefined
  const { apiVersion, kind, metadata } = resource.object
  const object = asObject(merged(resource.object, content))
  // A patch finds its object by these fields and does not change them.
  const identity = {
    name: metadata?.name ?? '',
    ...(metadata?.namespace === undefined ? {} : { namespace: metadata.namespace }),
  }
  return { ...resource, object: { ...object, apiVersion, kind, metadata: { ...object.metadata, ...identity } } }
}

function asObject(value: Json | undefined): ApiObject {
  if (!isObject(value)) throw new Failure('the patch makes something that is no object')
  return value
}
