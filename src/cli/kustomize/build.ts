import { stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { configMapHash, secretHash } from '../generators/content-hash.ts'
import type { Files } from '../host.ts'
import { objectsOf } from '../documents.ts'
import { generated } from './generators.ts'
import type { Kustomization, Resource } from './kustomization.ts'
import { fileWithin, folderOf, readKustomization, stringMap, strings } from './kustomization.ts'
import { patched } from './patches.ts'
import { withRenamedReferences } from './references.ts'
import { transformed } from './transformers.ts'

/*
 * A subset of kustomize: resources, components, generators, patches, and the transformers of names, namespaces,
 * labels, annotations, images and replicas. Other fields are refused by name. JavaScript has no library for
 * kustomize.
 */

/** The objects of a kustomization, in the order in which they can be created. */
export async function buildKustomization(files: Files, path: string): Promise<ApiObject[]> {
  const folder = await folderOf(files, path)
  const resources = await layer(files, folder, [], [])
  const hashed = await withHashes(resources)
  return hashed.map(({ object }) => object).sort(creationOrder)
}

/** The resources of one kustomization with its bases. `above` are the folders of the kustomizations that include it. */
async function layer(
  files: Files,
  folder: string,
  above: readonly string[],
  given: readonly Resource[],
): Promise<Resource[]> {
  if (above.includes(folder))
    throw new Failure(`cycle detected: candidate root '${folder}' contains visited root '${folder}'`)
  const kustomization = await readKustomization(files, folder)
  const { fields } = kustomization
  let resources: Resource[] = [...given]
  for (const path of [...strings(fields.resources), ...strings(fields.bases)])
    for (const resource of await accumulated(files, kustomization, path, above))
      add(resources, resource, files.resolve(`${folder}/${path}`))
  for (const resource of await generated(files, kustomization)) add(resources, resource, 'generator')
  for (const path of strings(fields.components))
    resources = await layer(files, await folderOf(files, `${folder}/${path}`), [...above, folder], resources)
  resources = transformed(await patched(files, kustomization, resources), fields)
  return renamed(resources, (name) => `${stringOrEmpty(fields.namePrefix)}${name}${stringOrEmpty(fields.nameSuffix)}`)
}

const identity = ({ apiVersion = '', kind = '', metadata }: ApiObject): string => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['[noGrp]', apiVersion]
  return `${kind}.${version ?? ''}.${group ?? ''}/${metadata?.name ?? ''}.${metadata?.namespace ?? '[noNs]'}`
}

function add(resources: Resource[], resource: Resource, path: string): void {
  const id = identity(resource.object)
  if (resources.some(({ object }) => identity(object) === id))
    throw new Failure(
      `accumulating resources: accumulation err='merging resources from '${path.split('/').at(-1) ?? path}': may not add resource with an already registered id: ${id}': must build at directory: '${path}': file is not directory`,
    )
  resources.push(resource)
}

async function accumulated(
  files: Files,
  { folder }: Kustomization,
  path: string,
  above: readonly string[],
): Promise<Resource[]> {
  const absolute = files.resolve(`${folder}/${path}`)
  const kind = await files.kind(absolute)
  if (kind === 'directory') return layer(files, absolute, [...above, folder], [])
  const missing = `evalsymlink failure on '${absolute}' : lstat ${absolute}: no such file or directory`
  const failed = (why: string, after: string): Failure =>
    new Failure(
      `accumulating resources: accumulation err='accumulating resources from '${path}': ${why}': must build at directory: ${after}`,
    )
  if (kind === undefined) throw failed(missing, `not a valid directory: ${missing}`)
  try {
    const source = await fileWithin(files, folder, path)
    const found: Resource[] = []
    const text = new TextDecoder().decode(await files.read(source))
    for await (const { object } of objectsOf(source, text, { onlyYaml: true }))
      found.push({ object, original: object.metadata?.name ?? '', hashed: false })
    return found
  } catch (error) {
    throw failed(error instanceof Error ? error.message : String(error), `'${absolute}': file is not directory`)
  }
}

/** Kinds whose names kustomize does not change. */
const FIXED = new Set(['Namespace', 'CustomResourceDefinition', 'APIService'])

/** Renames objects and updates the references to them. */
function renamed(resources: readonly Resource[], name: (old: string, resource: Resource) => string): Resource[] {
  const names = new Map<string, string>()
  const next = resources.map((resource) => {
    const { object } = resource
    const old = object.metadata?.name ?? ''
    const now = FIXED.has(object.kind ?? '') ? old : name(old, resource)
    if (now === old) return resource
    names.set(`${object.kind ?? ''}/${old}`, now)
    return { ...resource, object: { ...object, metadata: { ...object.metadata, name: now } } }
  })
  if (names.size === 0) return next
  return next.map((resource) => ({ ...resource, object: withRenamedReferences(resource.object, names) }))
}

async function withHashes(resources: readonly Resource[]): Promise<Resource[]> {
  const hashes = new Map<Resource, string>()
  for (const resource of resources) if (resource.hashed) hashes.set(resource, await contentHash(resource.object))
  return renamed(resources, (old, resource) => {
    const hash = hashes.get(resource)
    return hash === undefined ? old : `${old}-${hash}`
  })
}

/** The hashed content omits the name, so that equal contents have equal hashes. */
const contentHash = ({ kind, type, data, binaryData }: ApiObject): Promise<string> =>
  kind === 'Secret'
    ? secretHash('', stringOrEmpty(type), stringMap(data))
    : configMapHash('', stringMap(data), stringMap(binaryData))

const FIRST =
  'Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget'.split(
    ' ',
  )
const LAST = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']

function creationOrder(a: ApiObject, b: ApiObject): number {
  const rank = ({ kind = '' }: ApiObject): number => {
    const first = FIRST.indexOf(kind)
    return first >= 0 ? first - FIRST.length : LAST.indexOf(kind) + 1
  }
  return rank(a) - rank(b) || (identity(a) < identity(b) ? -1 : 1)
}
