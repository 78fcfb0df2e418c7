import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { splitDocuments } from '../documents.ts'
import { Failure } from '../failure.ts'
import type { Configuration } from './configurations.ts'
import type { Files } from '../host.ts'
import type { Kustomization } from './kustomization.ts'
import { fileWithin, readBytes } from './kustomization.ts'
import { malformedYaml } from './resource-files.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

type PluginField = 'generators' | 'transformers' | 'validators'

/**
 * The configurations of plugins: each is a file, or a text in the kustomization.
 * @throws Failure for a plugin that is not built in
 */
export async function pluginsOf(
  files: Files,
  { folder, fields }: Kustomization,
  field: PluginField,
): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  const refuse = (why: string): never => {
    throw new Failure(field === 'generators' ? `loading generator plugins: ${why}` : why)
  }
  for (const entry of stringsIn(fields[field])) {
    const text = entry.includes('\n') ? entry : await readPlugin(files, folder, entry, refuse)
    for (const document of splitDocuments(text)) {
      const { value } = await readYaml(document, undefined, { onlyTrueAndFalse: true }).catch((error: unknown) =>
        refuse(`accumulating resources from '${entry}': ${malformedYaml(entry, error).message}`),
      )
      if (!isObject(value)) continue
      if (value.apiVersion !== 'builtin') {
        const external = `external plugins disabled; unable to load external plugin '${stringOrEmpty(value.kind)}'`
        refuse(field === 'generators' ? `failed to load generator: ${external}` : external)
      }
      found.push(value)
    }
  }
  return found
}

/** The text of a plugin's file. kustomize reports a missing file like a missing resource. @throws Failure */
async function readPlugin(files: Files, folder: string, path: string, refuse: (why: string) => never): Promise<string> {
  try {
    return new TextDecoder().decode(await readBytes(files, await fileWithin(files, folder, path)))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const why = error.message
    return refuse(
      `accumulation err='accumulating resources from '${path}': ${why}': must build at directory: not a valid directory: ${why}`,
    )
  }
}

/** The fields of a kustomization that do the same as a built-in transformer. */
const TRANSFORMERS = lookupTable<(plugin: JsonObject) => JsonObject>({
  PrefixTransformer: ({ prefix }) => ({ namePrefix: prefix }),
  SuffixTransformer: ({ suffix }) => ({ nameSuffix: suffix }),
  PrefixSuffixTransformer: ({ prefix, suffix }) => ({ namePrefix: prefix, nameSuffix: suffix }),
  ReplacementTransformer: ({ replacements }) => ({ replacements }),
  NamespaceTransformer: ({ metadata }) => ({ namespace: objectOrEmpty(metadata).namespace }),
  LabelTransformer: ({ labels }) => ({ commonLabels: labels }),
  AnnotationsTransformer: ({ annotations }) => ({ commonAnnotations: annotations }),
  ImageTagTransformer: ({ imageTag }) => ({ images: [imageTag ?? {}] }),
  ReplicaCountTransformer: ({ replica }) => ({ replicas: [replica ?? {}] }),
  PatchTransformer: ({ path, patch, target, options }) => ({ patches: [{ path, patch, target, options }] }),
  PatchJson6902Transformer: ({ path, jsonOp, target }) => ({ patches: [{ path, patch: jsonOp, target }] }),
  PatchStrategicMergeTransformer: ({ paths, patches }) => ({
    patchesStrategicMerge: [...stringsIn(paths), ...(typeof patches === 'string' ? [`${patches}\n`] : [])],
  }),
})

/** The fields of a kustomization for one transformer. @throws Failure for an unknown transformer */
export function transformerFields(plugin: JsonObject): JsonObject {
  const kind = stringOrEmpty(plugin.kind)
  const fields = TRANSFORMERS[kind]?.(plugin)
  if (fields === undefined) throw new Failure(`unable to load builtin ${kind}.builtin.[noGrp]`)
  return fields
}

/** The places that a transformer changes: it has no defaults. */
export function transformerPlaces({ fieldSpecs }: JsonObject): Configuration {
  const places = objectsIn(fieldSpecs)
  return Object.fromEntries(
    ['commonLabels', 'commonAnnotations', 'images', 'replicas', 'namespace', 'namePrefix', 'nameSuffix'].map((name) => [
      name,
      places,
    ]),
  )
}

/** The fields of a kustomization for one generator. @throws Failure for an unknown generator */
export function generatorFields(plugin: JsonObject): JsonObject {
  const kind = stringOrEmpty(plugin.kind)
  const { metadata, ...generator } = plugin
  const entry = { ...objectOrEmpty(metadata), ...generator }
  if (kind === 'ConfigMapGenerator') return { configMapGenerator: [entry] }
  if (kind === 'SecretGenerator') return { secretGenerator: [entry] }
  throw new Failure(`unable to load builtin ${kind}.builtin.[noGrp]`)
}
