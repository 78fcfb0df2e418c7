import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { unmarshalFault } from '../../../worker/api/unmarshal-fault.ts'
import { readYaml, YamlError } from '../../../worker/codec/yaml-reader.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import { applyJsonPatch, readJsonPatch } from '../../../worker/patch/json-patch.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { Failure } from '../failure.ts'
import type { Files } from '../host.ts'
import { splitDocuments } from '../documents.ts'
import type { Kustomization, Resource } from './kustomization.ts'
import { fileWithin, readBytes } from './kustomization.ts'
import { withFormer } from './former-names.ts'
import { identity, placeOf } from './identity.ts'
import { merged } from './merge.ts'
import { requireKindOfObject, requireName } from './required-fields.ts'
import { malformedYaml } from './resource-files.ts'
import { selectedBy } from './selectors.ts'

interface Patch {
  readonly content: Json
  readonly target: JsonObject | undefined
  /** The options of the patch: `allowNameChange` and `allowKindChange`. */
  readonly options: JsonObject
}

/** The patches of a kustomization: those that it applies before all other changes, and those that it applies after the labels. */
export interface Patches {
  readonly first: readonly Patch[]
  readonly afterLabels: readonly Patch[]
}

/** The resources after patches. */
export function patched(resources: readonly Resource[], patches: readonly Patch[]): Resource[] {
  let all: (Resource | undefined)[] = [...resources]
  for (const { content, target, options } of patches) {
    const matches = target === undefined ? namedBy(content) : selectedBy(target)
    const count = all.filter((each) => each !== undefined && matches(each)).length
    if (target === undefined && count !== 1)
      throw new Failure(
        `${count === 0 ? 'no' : 'multiple'} matches for Id ${describe(content)}; failed to find unique target for patch ${describe(content)}`,
      )
    all = all.map((each) =>
      each !== undefined && matches(each) ? withFormer(apply(each, content, options), each) : each,
    )
  }
  return all.filter((each) => each !== undefined)
}

/** Reads the patches of a kustomization. @throws Failure */
export async function patchesOf(files: Files, { folder, fields }: Kustomization): Promise<Patches> {
  const first: Patch[] = []
  const afterLabels: Patch[] = []
  const read = async (path: string): Promise<string> =>
    new TextDecoder().decode(await readBytes(files, await fileWithin(files, folder, path)))
  const merges = stringsIn(fields.patchesStrategicMerge)
  for (const entry of merges) {
    const documents = await mergePatches(entry, read).catch((error: unknown) => refuseMerges(merges, error))
    if (documents.length === 0)
      refuseMerges(merges, new Failure(`patch appears to be empty; files=[${merges.join(' ')}], Patch=`))
    for (const content of documents) first.push({ content, target: undefined, options: {} })
  }
  for (const field of ['patches', 'patchesJson6902'] as const)
    for (const entry of objectsIn(fields[field])) {
      const { path, patch, target, options } = entry
      const fault = (field === 'patches' ? patchFault : operationsFault)(entry)
      if (fault !== undefined) refuse(field, entry, new Failure(fault))
      const text =
        stringOrEmpty(patch) || (await read(stringOrEmpty(path)).catch((error: unknown) => refuse(field, entry, error)))
      const isList = await requirePatch(field, entry, text)
      if (isList && !isObject(target)) throw new Failure(`must specify a target for patch ${text.trim()}`)
      const found = field === 'patches' ? first : afterLabels
      const chosen = isObject(target) ? target : undefined
      for (const content of await documentsOf(text))
        found.push({ content, target: chosen, options: objectOrEmpty(options) })
    }
  return { first, afterLabels }
}

/** The objects of an entry of `patchesStrategicMerge`: the text itself when it has objects, else a file. @throws Failure */
async function mergePatches(entry: string, read: (path: string) => Promise<string>): Promise<Json[]> {
  const objects = async (text: string): Promise<Json[]> => {
    const documents = (await documentsOf(text)).filter((document) => document !== null)
    for (const document of documents) {
      requireKindOfObject(document)
      requireName(objectOrEmpty(document))
    }
    return documents
  }
  const ofFile = async (): Promise<Json[]> => {
    const text = await read(entry)
    return objects(text).catch((error: unknown) => {
      throw error instanceof YamlError ? malformedYaml(entry, error) : error
    })
  }
  if (!entry.includes('\n')) return ofFile()
  return objects(entry).catch(async (error: unknown) => {
    if (error instanceof Failure || error instanceof YamlError) return ofFile()
    throw error
  })
}

/** The documents of a patch. In a list of operations, `yes`, `on` and `y` are true: kustomize reads it with an older library. */
async function documentsOf(text: string): Promise<Json[]> {
  const found: Json[] = []
  for (const document of splitDocuments(text)) {
    const { value } = await readYaml(document, undefined, { onlyTrueAndFalse: true })
    found.push(Array.isArray(value) ? (await readYaml(document)).value : value)
  }
  return found
}

/**
 * Requires an entry of `patches` to contain objects with a kind and a name, or a list of operations, and an entry of
 * `patchesJson6902` to contain a list that is not empty. A text that begins with `[` must be JSON: kustomize refuses a YAML list
 * in brackets.
 * @returns whether the entry contains a list
 * @throws Failure
 */
async function requirePatch(field: PatchField, entry: JsonObject, text: string): Promise<boolean> {
  const patch = stringOrEmpty(entry.patch) === '' ? text : text.trim()
  const documents = await documentsOf(patch).catch((error: unknown): Json[] =>
    field === 'patchesJson6902' ? refuse(field, entry, new Failure(errorMessage(error))) : [],
  )
  const [operations] = documents
  const isList = Array.isArray(operations) && operations.every(isObject) && (!patch.startsWith('[') || isJson(patch))
  if (field === 'patchesJson6902') {
    if (isList && operations.length === 0)
      refuse(field, entry, new Failure(`patch appears to be empty; file=${stringOrEmpty(entry.path)}, JsonOp=${patch}`))
    if (operations !== undefined && !Array.isArray(operations)) refuse(field, entry, noList(operations))
    return true
  }
  const isObjects = documents.length === 1 && documents.every(isNamed)
  if (!isList && !isObjects) refuse(field, entry, new Failure(`unable to parse SM or JSON patch from [${patch}]`))
  return isList
}

const noList = (value: Json): Failure =>
  new Failure(`decoding ${goJson(value)}: ${unmarshalFault(value, 'jsonpatch.Patch')}`)

const isNamed = (document: Json): boolean =>
  isObject(document) &&
  stringOrEmpty(document.kind) !== '' &&
  stringOrEmpty(objectOrEmpty(document.metadata).name) !== ''

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type PatchField = 'patches' | 'patchesJson6902'

function refuse(field: PatchField, { patch, ...rest }: JsonObject, error: unknown): never {
  if (!(error instanceof Failure)) throw error
  const entry = configOf(field, { ...rest, patch })
  const name = field === 'patches' ? 'PatchTransformer' : 'PatchJson6902Transformer'
  throw new Failure(`trouble configuring builtin ${name} with config: \`\n${writeYaml(entry)}\`: ${error.message}`)
}

const configOf = (field: PatchField, { patch, ...rest }: JsonObject): JsonObject =>
  patch === undefined ? rest : { ...rest, [field === 'patches' ? 'patch' : 'jsonOp']: patch }

/** Why an entry of `patches` names no patch, or two. */
function patchFault(entry: JsonObject): string | undefined {
  const { path, patch, target } = entry
  if (stringOrEmpty(patch) !== '' && stringOrEmpty(path) !== '')
    return `patch and path can't be set at the same time\n${writeYaml(configOf('patches', entry))}`
  if (stringOrEmpty(patch) !== '' || stringOrEmpty(path) !== '') return undefined
  return `must specify one of patch and path in\n${writeYaml(target === undefined ? {} : { target }).trimEnd()}`
}

/** Why an entry of `patchesJson6902` names no list of operations, or two, or no target. */
function operationsFault({ path, patch, target }: JsonObject): string | undefined {
  if (isObject(target) && stringOrEmpty(target.name) === '') return 'must specify the target name'
  if (stringOrEmpty(patch) !== '' && stringOrEmpty(path) !== '') return 'must specify a file path or jsonOp, not both'
  return stringOrEmpty(patch) === '' && stringOrEmpty(path) === '' ? 'empty file path and empty jsonOp' : undefined
}

function refuseMerges(paths: readonly string[], error: unknown): never {
  if (!(error instanceof Failure)) throw error
  const config = writeYaml({ paths: [...paths] })
  throw new Failure(
    `trouble configuring builtin PatchStrategicMergeTransformer with config: \`\n${config}\`: ${error.message}`,
  )
}

const describe = (content: Json): string => (isObject(content) ? identity(content) : '')

/** Whether a patch without a target means a resource, by its present or a former name and namespace. */
function namedBy(content: Json): (resource: Resource) => boolean {
  const wanted = objectOrEmpty(content) as ApiObject
  const { name, namespace } = placeOf(wanted)
  return ({ object, former = [] }) =>
    object.kind === wanted.kind &&
    object.apiVersion === wanted.apiVersion &&
    [...former, placeOf(object)].some((place) => place.name === name && place.namespace === namespace)
}

/** The resource after a patch; undefined when the patch deletes the object. */
function apply(resource: Resource, content: Json, options: JsonObject): Resource | undefined {
  if (Array.isArray(content))
    return { ...resource, object: asObject(applyJsonPatch(resource.object, readJsonPatch(content))) }
  if (!isObject(content)) throw new Failure('a patch must be an object or a list of operations')
  if (content.$patch === 'delete') return undefined
  const { apiVersion, kind, metadata } = resource.object
  const object = asObject(merged(resource.object, content))
  // The type, name and namespace identify the object. A patch changes the type and the name only with an option, and never the
  // namespace that an object has.
  const name = options.allowNameChange === true ? object.metadata?.name : metadata?.name
  const nameAndNamespace = {
    name: name ?? '',
    ...(metadata?.namespace === undefined ? {} : { namespace: metadata.namespace }),
  }
  const type = options.allowKindChange === true ? {} : { apiVersion, kind }
  return { ...resource, object: { ...object, ...type, metadata: { ...object.metadata, ...nameAndNamespace } } }
}

function asObject(value: Json | undefined): ApiObject {
  if (!isObject(value)) throw new Failure('the result of the patch is not an object')
  return value
}
