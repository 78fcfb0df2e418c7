import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { Failure } from '../failure.ts'
import type { Files } from '../host.ts'
import { FileError, readText } from '../host.ts'

/** An object and the facts that kustomizations keep about it. */
export interface Resource {
  object: ApiObject
  /** The name in its file: patches and references still use it. */
  readonly original: string
  /** True for a generated object: the hash of its content is appended to its name. */
  readonly hashed: boolean
  /** The text of the annotation that names its origin. */
  readonly origin?: string
}

/** A parsed kustomization file. */
export interface Kustomization {
  /** Absolute. */
  readonly folder: string
  /** The name of its file. */
  readonly name: string
  readonly fields: JsonObject
}

const NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']

/** The supported fields, and the refused ones with a reason. */
const SUPPORTED_FIELDS = new Set(
  'apiVersion kind metadata resources bases components namespace namePrefix nameSuffix commonLabels labels commonAnnotations configMapGenerator secretGenerator generatorOptions patches patchesStrategicMerge patchesJson6902 images imageTags replicas replacements vars sortOptions buildMetadata'.split(
    ' ',
  ),
)
const UNSUPPORTED_FIELDS = new Set(
  'crds generators transformers validators helmCharts helmGlobals helmChartInflationGenerator openapi configurations'.split(
    ' ',
  ),
)

/** The folder of a path. @throws Failure with kubectl's text */
export async function folderOf(files: Files, path: string): Promise<string> {
  const absolute = files.resolve(path)
  const kind = await files.kind(absolute)
  if (kind === 'directory') return absolute
  throw new Failure(
    kind === 'file'
      ? `must build at directory: '${path}': file is not directory`
      : `must build at directory: not a valid directory: evalsymlink failure on '${path}' : lstat ${absolute}: no such file or directory`,
  )
}

export async function readKustomization(files: Files, folder: string): Promise<Kustomization> {
  const found: string[] = []
  for (const name of NAMES) if ((await files.kind(`${folder}/${name}`)) === 'file') found.push(name)
  const [name, ...more] = found
  if (name === undefined)
    throw new Failure(
      `unable to find one of ${NAMES.slice(0, -1)
        .map((each) => `'${each}'`)
        .join(', ')} or '${NAMES.at(-1) ?? ''}' in directory '${folder}'`,
    )
  if (more.length > 0) throw new Failure(`Found multiple kustomization files under: ${folder}\n`)
  const { value } = await readYaml(await readText(files, `${folder}/${name}`)).catch((error: unknown) => {
    throw new Failure(`invalid Kustomization: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (!isObject(value) || Object.keys(value).length === 0) throw new Failure('kustomization.yaml is empty')
  for (const field of Object.keys(value)) {
    if (UNSUPPORTED_FIELDS.has(field))
      throw new Failure(`the field ${field} of ${folder}/${name} is not supported by this client`)
    if (!SUPPORTED_FIELDS.has(field))
      throw new Failure(`invalid Kustomization: json: unknown field ${JSON.stringify(field)}`)
  }
  return { folder, name, fields: value }
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

/** The path of a file that a kustomization names, which must be inside its folder. @throws Failure */
export async function fileWithin(files: Files, folder: string, path: string): Promise<string> {
  const absolute = files.resolve(path.startsWith('/') ? path : `${folder}/${path}`)
  if (!absolute.startsWith(`${folder}/`))
    throw new Failure(`security; file '${absolute}' is not in or below '${folder}'`)
  return absolute
}

export async function readBytes(files: Files, path: string): Promise<Uint8Array> {
  try {
    return await files.read(path)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    throw new Failure(`evalsymlink failure on '${path}' : lstat ${path}: ${error.why}`)
  }
}

export const stringMap = (value: Json | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectOrEmpty(value)).flatMap(([key, each]) =>
      typeof each === 'string' ? [[key, each] as const] : [],
    ),
  )
