import type { JsonObject } from '../../../worker/api/json.ts'
import { objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure, faultText } from '../failure.ts'
import { configMapHash, secretHash } from '../generators/content-hash.ts'
import { realPath, type Files } from '../host.ts'
import type { Configuration } from './configurations.ts'
import { configurationOf, isNamedBy } from './configurations.ts'
import { withDefaults } from './field-specifications.ts'
import { generated } from './generators.ts'
import { identity } from './identity.ts'
import type { Kustomization, Resource } from './kustomization.ts'
import {
  componentFolder,
  deprecations,
  fileWithin,
  firstMissing,
  folderOf,
  readKustomization,
  requireKind,
  stringMap,
} from './kustomization.ts'
import { patched, patchesOf } from './patches.ts'
import { withReferences } from './references.ts'
import { withGenerated } from './generated-data.ts'
import { fileOrigin, generatedOrigin, transformationsOf, withMetadata } from './build-metadata.ts'
import { creationOrder, sortOrderOf } from './creation-order.ts'
import { generatorFields, pluginsOf, transformerFields, transformerPlaces } from './plugins.ts'
import { replaced } from './replacements.ts'
import { MalformedYaml, resourceObjects } from './resource-files.ts'
import { requireUnchanged } from './validators.ts'
import { addVariables, withVariables } from './variables.ts'
import { requireUniqueNamespaces, withFormer } from './former-names.ts'
import { withCountsAndImages, withLabels, withNamespace } from './transformers.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'

/*
 * A subset of kustomize: resources, components, generators, patches, replacements, variables, built-in plugins, and the
 * transformers of names, namespaces, labels, annotations, images and replicas with their configurations. Other fields are refused by name.
 * JavaScript has no library for kustomize.
 */

export interface BuildOptions {
  /** The order that the command line names: `none` keeps the order of the files. */
  readonly order?: string
  /** Whether files outside the folder of a kustomization may be loaded. */
  readonly isUnrestricted?: boolean
  /** Whether each object is labelled with its manager. */
  readonly isLabelled?: boolean
  /** Receives warnings about deprecated fields. */
  readonly warn?: (text: string) => void
  /** Receives the lines of kustomize's log. */
  readonly log?: (text: string) => void
  /** Reads the resource at an address. */
  readonly remote?: (address: string) => Promise<string>
}

interface Building extends BuildOptions {
  readonly files: Files
  /** The folder of the build, from which origins are named. */
  readonly root: string
  /** The variables of all kustomizations so far. */
  readonly variables: Map<string, JsonObject>
  /** The name references of the configurations so far. */
  readonly references: JsonObject[]
  /** The places of variables that the configurations so far add. */
  readonly variablePlaces: JsonObject[]
}

/** The objects of a kustomization, in the order in which they can be created. */
export async function buildKustomization(files: Files, path: string, options: BuildOptions = {}): Promise<ApiObject[]> {
  const folder = await folderOf(files, path)
  const building = {
    ...options,
    files,
    root: folder,
    variables: new Map<string, JsonObject>(),
    references: [],
    variablePlaces: [],
  }
  const resources = await layer(building, folder, [], { given: [], role: 'root' })
  const { fields } = await readKustomization(files, folder)
  const metadata = [...stringsIn(fields.buildMetadata), ...(options.isLabelled === true ? ['managedByLabel'] : [])]
  const hashed = await withHashes(resources, building.references)
  const { resources: named, unused } = withVariables(hashed, building.variables, building.variablePlaces)
  if (unused.length > 0) options.log?.(`well-defined vars that were never replaced: ${unused.join(',')}`)
  const built = named.filter(isDeployed).map((resource) => withMetadata(resource, metadata))
  const ownOrder = sortOrderOf(fields.sortOptions)
  if (ownOrder !== undefined && options.order !== undefined)
    options.log?.(
      "Warning: Sorting order is set both in 'kustomization.yaml' ('sortOptions') and in a CLI flag ('--reorder'). Using the kustomization file over the CLI flag.",
    )
  const order = ownOrder ?? (options.order === 'none' ? undefined : creationOrder())
  return order === undefined ? built : built.sort(order)
}

/** Whether the object is part of the result. An object with `local-config` only configures the build. */
const isDeployed = ({ object }: Resource): boolean =>
  object.metadata?.annotations?.['config.kubernetes.io/local-config'] !== 'true'

/** The resources of one kustomization with its bases. `above` are the folders of the kustomizations that include it. */
async function layer(
  building: Building,
  folder: string,
  above: readonly string[],
  { given, role }: { readonly given: readonly Resource[]; readonly role: 'root' | 'base' | 'component' },
): Promise<Resource[]> {
  const { files } = building
  if (above.includes(folder))
    throw new Failure(`cycle detected: candidate root '${folder}' contains visited root '${folder}'`)
  const kustomization = await readKustomization(files, folder)
  const { fields } = kustomization
  requireKind(kustomization, role)
  for (const text of deprecations(fields)) building.warn?.(text)
  let resources: Resource[] = [...given]
  for (const path of [...stringsIn(fields.resources), ...stringsIn(fields.bases)]) {
    const absolute = files.resolve(`${folder}/${path}`)
    const fault = (await files.kind(absolute)) === 'directory' ? folderFault(absolute, building) : undefined
    for (const resource of await accumulated(building, kustomization, path, above))
      add(resources, resource, { path, absolute, fault })
  }
  for (const path of stringsIn(fields.components))
    resources = await layer(building, await componentFolder(files, folder, path), [...above, folder], {
      given: resources,
      role: 'component',
    })
  const generators = (await pluginsOf(files, kustomization, 'generators')).map(generatorFields)
  for (const source of [kustomization, ...generators.map((own) => ({ ...kustomization, fields: own }))])
    for (const { resource, behavior } of await generated(files, source)) {
      const origin = generatedOrigin(building.root, `${folder}/${kustomization.name}`, resource.object)
      resources = withGenerated(resources, { ...resource, origin }, behavior)
    }
  const configuration = await configurationOf(files, kustomization)
  building.references.push(...(configuration['nameReference'] ?? []))
  building.variablePlaces.push(...(configuration['varReference'] ?? []))
  resources = await changedBy(building, kustomization, resources, withDefaults(configuration))
  resources = await replaced(files, kustomization, resources)
  const byPlugin = async (plugin: JsonObject, objects: readonly Resource[]): Promise<Resource[]> => {
    const changes = { ...kustomization, fields: transformerFields(plugin) }
    return replaced(files, changes, await changedBy(building, changes, objects, transformerPlaces(plugin)))
  }
  for (const plugin of await pluginsOf(files, kustomization, 'transformers'))
    resources = await byPlugin(plugin, resources)
  addVariables(building.variables, objectsIn(fields.vars))
  const transformations = transformationsOf(building.root, kustomization)
  const complete = resources.map((resource) => ({
    ...resource,
    transformations: [...(resource.transformations ?? []), ...transformations],
  }))
  for (const plugin of await pluginsOf(files, kustomization, 'validators'))
    requireUnchanged(complete, await byPlugin(plugin, structuredClone(complete)))
  return complete
}

/** The resources after the patches, the transformers and the new names of a kustomization. */
async function changedBy(
  { files, references }: Building,
  kustomization: Kustomization,
  resources: readonly Resource[],
  places: Configuration,
): Promise<Resource[]> {
  const { fields } = kustomization
  const { first, afterLabels } = await patchesOf(files, kustomization)
  const added = (field: 'namePrefix' | 'nameSuffix', object: ApiObject): string =>
    isNamedBy(object, places[field]) ? stringOrEmpty(fields[field]) : ''
  const before = patched(resources, first)
  const placed = withNamespace(before, fields, places)
  requireUniqueNamespaces(before, placed)
  const named = withReferencesTo(
    before,
    renamed(placed, (name, { object }) => `${added('namePrefix', object)}${name}${added('nameSuffix', object)}`),
    references,
  )
  const known = named.map((resource, at) => withFormer(resource, before[at]))
  return withCountsAndImages(patched(withLabels(known, fields, places), afterLabels), fields, places)
}

function add(
  resources: Resource[],
  resource: Resource,
  { path, absolute, fault }: { path: string; absolute: string; fault: string | undefined },
): void {
  const id = identity(resource.object)
  if (resources.some(({ object }) => identity(object) === id)) {
    const registered = `may not add resource with an already registered id: ${id}`
    throw new Failure(
      fault !== undefined
        ? `accumulating resources: accumulation err='accumulating resources from '${path}': ${fault}': recursed merging from path '${absolute}': ${registered}`
        : `accumulating resources: accumulation err='merging resources from '${path}': ${registered}': must build at directory: '${absolute}': file is not directory`,
    )
  }
  resources.push(resource)
}

async function accumulated(
  building: Building,
  { folder }: Kustomization,
  path: string,
  above: readonly string[],
): Promise<Resource[]> {
  const { files, isUnrestricted = false, remote } = building
  const isAbsolute = path.startsWith('/')
  const absolute = files.resolve(isAbsolute ? path : `${folder}/${path}`)
  const kind = await files.kind(absolute)
  const failed = (why: string, after: string): Failure =>
    new Failure(`accumulating resources: accumulation err='accumulating resources from '${path}': ${why}': ${after}`)
  const noRoot = path === '' ? 'new root cannot be empty' : `new root '${path}' cannot be absolute`
  if (kind === 'directory' && (path === '' || isAbsolute)) throw failed(folderFault(absolute, building), noRoot)
  if (kind === 'directory')
    return layer(building, await realPath(files, absolute), [...above, folder], { given: [], role: 'base' }).catch(
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error
        throw failed(folderFault(absolute, building), withinFolder(absolute, error.message))
      },
    )
  const missing = `evalsymlink failure on '${absolute}' : lstat ${await firstMissing(files, absolute)}: no such file or directory`
  const isRemote = kind === undefined && remote !== undefined && /^https?:\/\//.test(path)
  const fetched = isRemote
    ? await remote(path).catch((error: unknown) => {
        throw failed(faultText(error), `must build at directory: not a valid directory: ${missing}`)
      })
    : undefined
  if (kind === undefined && fetched === undefined)
    throw failed(missing, isAbsolute ? noRoot : `must build at directory: not a valid directory: ${missing}`)
  try {
    const within = isUnrestricted || isRemote ? absolute : await fileWithin(files, folder, path)
    const source = isRemote ? path : within
    const found: Resource[] = []
    const text = fetched ?? new TextDecoder().decode(await files.read(source))
    for (const object of await resourceObjects(path, text))
      found.push({
        object,
        original: object.metadata?.name ?? '',
        hashed: false,
        origin: fileOrigin(building.root, source),
      })
    return found
  } catch (error) {
    if (error instanceof MalformedYaml)
      throw new Failure(`accumulating resources: accumulating resources from '${path}': ${error.message}`)
    const after = isAbsolute ? noRoot : `must build at directory: '${absolute}': file is not directory`
    throw failed(errorMessage(error), after)
  }
}

/** Why a folder is not a resource file. */
const folderFault = (folder: string, { isUnrestricted = false }: Building): string =>
  isUnrestricted ? `read ${folder}: is a directory` : `'${folder}' must resolve to a file`

/** The error text of a nested kustomization. The words before the fault depend on the fault. */
function withinFolder(folder: string, fault: string): string {
  if (/^(cycle detected|expected kind)/.test(fault)) return fault
  return /^(invalid Kustomization|unable to find one of|kustomization.yaml is empty)/.test(fault)
    ? `couldn't make target for path '${folder}': ${fault}`
    : `recursed accumulation of path '${folder}': ${fault}`
}

/** Kinds whose names kustomize does not change. */
const FIXED = new Set(['Namespace', 'CustomResourceDefinition', 'APIService'])

/** The resources with other names. */
const renamed = (resources: readonly Resource[], name: (old: string, resource: Resource) => string): Resource[] =>
  resources.map((resource) => {
    const { object } = resource
    const old = object.metadata?.name ?? ''
    const now = FIXED.has(object.kind ?? '') ? old : name(old, resource)
    return now === old ? resource : { ...resource, object: { ...object, metadata: { ...object.metadata, name: now } } }
  })

/** The renamed resources, whose references to each other are updated. Both lists have the same order. */
function withReferencesTo(
  before: readonly Resource[],
  after: readonly Resource[],
  configured: readonly JsonObject[],
): Resource[] {
  const pairs = after.map(({ object, former = [], hashed }, at) => ({
    before: before[at]?.object ?? object,
    after: object,
    former,
    hashed,
  }))
  return after.map((resource) => ({ ...resource, object: withReferences(resource.object, pairs, configured) }))
}

async function withHashes(resources: readonly Resource[], references: readonly JsonObject[]): Promise<Resource[]> {
  const hashes = new Map<Resource, string>()
  for (const resource of resources) if (resource.hashed) hashes.set(resource, await contentHash(resource.object))
  const after = renamed(resources, (old, resource) => {
    const hash = hashes.get(resource)
    return hash === undefined ? old : `${old}-${hash}`
  })
  return withReferencesTo(resources, after, references)
}

/** The hash of an object's content. It omits the name: equal contents then have equal hashes. */
const contentHash = ({ kind, type, data, binaryData }: ApiObject): Promise<string> =>
  kind === 'Secret'
    ? secretHash('', stringOrEmpty(type), stringMap(data))
    : configMapHash('', stringMap(data), stringMap(binaryData))
