import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import { Failure } from '../failure.ts'
import type { Files } from '../host.ts'
import { decodedKustomization } from './kustomization-types.ts'
import { FileError, readText, realPath } from '../host.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

/** An object and the facts that kustomizations keep about it. */
export interface Resource {
  object: ApiObject
  /** The name in the object's file: patches and references still use it after a rename. */
  readonly original: string
  /** The names and namespaces before each kustomization that changed them. Patches still use them. */
  readonly former?: readonly { readonly name: string; readonly namespace: string }[]
  /** Whether the name of this generated object gets the hash of its content. */
  readonly hashed: boolean
  /** The text of the annotation that names its origin. */
  readonly origin?: string
  /** The texts of the transformers so far, for an annotation. */
  readonly transformations?: readonly string[]
}

/** A parsed kustomization file. */
export interface Kustomization {
  /** The absolute path. */
  readonly folder: string
  /** The name of its file. */
  readonly name: string
  readonly fields: JsonObject
}

const NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']

/** The real path of a folder. @throws Failure for a path that is not a folder */
export async function folderOf(files: Files, path: string): Promise<string> {
  const absolute = files.resolve(path)
  const kind = await files.kind(absolute)
  if (kind === 'directory') return realPath(files, absolute)
  throw new Failure(
    kind === 'file'
      ? `must build at directory: '${path}': file is not directory`
      : `must build at directory: not a valid directory: evalsymlink failure on '${path}' : lstat ${await firstMissing(files, absolute)}: no such file or directory`,
  )
}

/** The first part of an absolute path that does not exist, with the folders before it. */
export async function firstMissing(files: Files, absolute: string): Promise<string> {
  const parts = absolute.split('/')
  for (let count = 2; count < parts.length; count++) {
    const part = parts.slice(0, count).join('/')
    if ((await files.kind(part)) === undefined) return part
  }
  return absolute
}

/** The folder of a component. @throws Failure */
export async function componentFolder(files: Files, folder: string, path: string): Promise<string> {
  const absolute = files.resolve(`${folder}/${path}`)
  return folderOf(files, absolute).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
    throw new Failure(`accumulating components: loader.New ${JSON.stringify(error.message)}`)
  })
}

export async function readKustomization(files: Files, folder: string): Promise<Kustomization> {
  const found: string[] = []
  for (const name of NAMES) {
    const path = `${folder}/${name}`
    if ((await files.kind(path)) === 'file' && (await isWithin(files, folder, path))) found.push(name)
  }
  const [name, ...more] = found
  if (name === undefined)
    throw new Failure(
      `unable to find one of ${NAMES.slice(0, -1)
        .map((each) => `'${each}'`)
        .join(', ')} or '${NAMES.at(-1) ?? ''}' in directory '${folder}'`,
    )
  if (more.length > 0) throw new Failure(`Found multiple kustomization files under: ${folder}\n`)
  const { value } = await readYaml(await readText(files, `${folder}/${name}`)).catch((error: unknown) => {
    throw new Failure(`invalid Kustomization: ${errorMessage(error)}`)
  })
  if (value === undefined || value === null) throw new Failure('kustomization.yaml is empty')
  const fields = decodedKustomization(value)
  if (!Object.keys(fields).some((field) => field !== 'apiVersion' && field !== 'kind'))
    throw new Failure('kustomization.yaml is empty')
  requireType(folder, fields)
  await readSchema(files, folder, stringOrEmpty(objectOrEmpty(fields.openapi).path))
  requireOpenApi(fields.openapi)
  refuseCharts([...objectsIn(fields.helmCharts), ...objectsIn(fields.helmChartInflationGenerator).map(chartOf)])
  await requireDefinitions(files, folder, stringsIn(fields.crds))
  return { folder, name, fields }
}

const API_VERSIONS = lookupTable<string>({
  Kustomization: 'kustomize.config.k8s.io/v1beta1',
  Component: 'kustomize.config.k8s.io/v1alpha1',
})

const kindOf = ({ kind }: JsonObject): string => stringOrEmpty(kind) || 'Kustomization'

/** @throws Failure for a file of another kind or version */
function requireType(folder: string, fields: JsonObject): void {
  const faults: string[] = []
  const kind = kindOf(fields)
  if (!Object.hasOwn(API_VERSIONS, kind)) faults.push('kind should be Kustomization or Component')
  const wanted = API_VERSIONS[kind === 'Component' ? kind : 'Kustomization'] ?? ''
  const version = stringOrEmpty(fields.apiVersion)
  if (version !== '' && version !== wanted) faults.push(`apiVersion for ${kind} should be ${wanted}`)
  if (faults.length > 0) throw new Failure(`Failed to read kustomization file under ${folder}:\n${faults.join('\n')}`)
}

/** @throws Failure for a schema that is not built in */
function requireOpenApi(openapi: Json | undefined): void {
  const version = stringOrEmpty(objectOrEmpty(openapi).version)
  if (version !== '' && version !== 'v1.21.2') throw new Failure('the specified OpenAPI version is not built in')
}

/** Reads the schema of `openapi.path` and does not use it. @throws Failure when the file does not exist */
async function readSchema(files: Files, folder: string, path: string): Promise<void> {
  if (path !== '') await readBytes(files, await fileWithin(files, folder, path))
}

/** A chart of the deprecated form, which has longer names, in the current form. */
const chartOf = ({ chartName, chartVersion, chartRepoUrl, ...rest }: JsonObject): JsonObject => ({
  name: chartName,
  ...(chartRepoUrl === undefined ? {} : { repo: chartRepoUrl }),
  ...(chartVersion === undefined ? {} : { version: chartVersion }),
  ...rest,
})

/** kubectl has no flag that allows charts. @throws Failure for the first chart */
function refuseCharts([chart]: readonly JsonObject[]): void {
  if (chart === undefined) return
  throw new Failure(
    `trouble configuring builtin HelmChartInflationGenerator with config: \`\n${writeYaml(chart)}\`: must specify --enable-helm`,
  )
}

/** @throws Failure when a file of `crds` does not exist */
async function requireDefinitions(files: Files, folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await readBytes(files, files.resolve(`${folder}/${path}`)).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      throw new Failure(`loading CRDs [${paths.join(' ')}]: ${error.message}`)
    })
}

/** @throws Failure for a component among resources, and for another kind among components */
export function requireKind({ folder, fields }: Kustomization, role: 'root' | 'base' | 'component'): void {
  const kind = kindOf(fields)
  if (role === 'base' && kind === 'Component') throw new Failure(`expected kind != 'Component' for path '${folder}'`)
  if (role === 'component' && kind !== 'Component')
    throw new Failure(
      `accumulating components: accumulateDirectory: "expected kind 'Component' for path '${folder}' but got '${kind}'"`,
    )
}

/** Deprecated fields with their replacements. */
const DEPRECATED_FIELDS = [
  ['bases', 'resources'],
  ['imageTags', 'images'],
  ['patchesJson6902', 'patches'],
  ['patchesStrategicMerge', 'patches'],
  ['vars', 'replacements', '[EXPERIMENTAL] '],
] as const

/** A warning for each deprecated field. */
export const deprecations = (fields: JsonObject): string[] =>
  DEPRECATED_FIELDS.filter(([field]) => fields[field] !== undefined).map(
    ([field, instead, stage = '']) =>
      `# Warning: '${field}' is deprecated. Please use '${instead}' instead. ${stage}Run 'kustomize edit fix' to update your Kustomization automatically.\n`,
  )

const isWithin = async (files: Files, folder: string, absolute: string): Promise<boolean> =>
  (await realPath(files, absolute)).startsWith(`${await realPath(files, folder)}/`)

/** The path of a file that a kustomization names. The file, with links resolved, must be inside the folder. @throws Failure */
export async function fileWithin(files: Files, folder: string, path: string): Promise<string> {
  const absolute = files.resolve(path.startsWith('/') ? path : `${folder}/${path}`)
  if ((await files.kind(absolute)) === 'directory') throw new Failure(`'${absolute}' must resolve to a file`)
  if (!(await isWithin(files, folder, absolute)))
    throw new Failure(`security; file '${absolute}' is not in or below '${folder}'`)
  return absolute
}

export async function readBytes(files: Files, path: string): Promise<Uint8Array> {
  try {
    return await files.read(path)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw new Failure(`evalsymlink failure on '${path}' : lstat ${await firstMissing(files, path)}: ${error.why}`)
  }
}

export const stringMap = (value: Json | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectOrEmpty(value)).flatMap(([key, each]) =>
      typeof each === 'string' ? [[key, each] as const] : [],
    ),
  )
