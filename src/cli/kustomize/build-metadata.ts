import type { ApiObject } from '../../../worker/api/object.ts'
import { goText } from '../../../worker/api/go-format.ts'
import { isObject, objectsIn, stringsIn } from '../../../worker/api/json.ts'
import type { Kustomization, Resource } from './kustomization.ts'

/** The version of kustomize in the label that kubectl writes. */
const MANAGER = 'kustomize-(devel)'

/** The object with what `buildMetadata` requests: an annotation with its origin, and the label of its manager. */
export function withMetadata(
  { object, origin, transformations = [] }: Resource,
  options: readonly string[],
): ApiObject {
  const metadata = { ...object.metadata }
  if (metadata.annotations !== undefined) metadata.annotations = asTexts(metadata.annotations)
  if (options.includes('transformerAnnotations') && transformations.length > 0)
    metadata.annotations = { ...metadata.annotations, [TRANSFORMATIONS]: transformations.join('') }
  if (options.includes('originAnnotations') && origin !== undefined)
    metadata.annotations = { ...metadata.annotations, 'config.kubernetes.io/origin': origin }
  if (options.includes('managedByLabel'))
    metadata.labels = { ...metadata.labels, 'app.kubernetes.io/managed-by': MANAGER }
  // kustomize stores temporary facts in annotations. When it removes the last of them, it also removes the field.
  if (Object.keys(metadata.annotations ?? { none: '' }).length === 0) delete metadata.annotations
  return { ...object, metadata }
}

const TRANSFORMATIONS = 'alpha.config.kubernetes.io/transformations'

/** A replacement may have written a number into an annotation. */
const asTexts = (annotations: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(annotations).map(([key, value]) => [key, goText(value)]))

/** The transformers that a kustomization configures, in their order, as entries of the annotation. */
export function transformationsOf(root: string, { folder, name, fields }: Kustomization): string[] {
  const place = relativePath(root, `${folder}/${name}`)
  const labels = objectsIn(fields.labels).length
  const counts: readonly (readonly [kind: string, count: number])[] = [
    ['PatchStrategicMergeTransformer', Math.min(1, stringsIn(fields.patchesStrategicMerge).length)],
    ['PatchTransformer', objectsIn(fields.patches).length],
    ['NamespaceTransformer', Number(Boolean(fields.namespace))],
    ['PrefixTransformer', Number(Boolean(fields.namePrefix))],
    ['SuffixTransformer', Number(Boolean(fields.nameSuffix))],
    ['LabelTransformer', labels + Number(labels > 0 || isObject(fields.commonLabels))],
    ['AnnotationsTransformer', Number(isObject(fields.commonAnnotations))],
    ['PatchJson6902Transformer', objectsIn(fields.patchesJson6902).length],
    ['ReplicaCountTransformer', objectsIn(fields.replicas).length],
    ['ImageTagTransformer', objectsIn(fields.images).length],
    ['ReplacementTransformer', Math.min(1, objectsIn(fields.replacements).length)],
  ]
  return counts.flatMap(([kind, count]) =>
    Array.from(
      { length: count },
      () => `- configuredIn: ${place}\n  configuredBy:\n    apiVersion: builtin\n    kind: ${kind}\n`,
    ),
  )
}

/**
 * The value of the origin annotation for an object of a file.
 * @param root the folder of the build; both paths are absolute
 */
export const fileOrigin = (root: string, file: string): string => `path: ${relativePath(root, file)}\n`

export const generatedOrigin = (root: string, file: string, { kind = '' }: ApiObject): string =>
  `configuredIn: ${relativePath(root, file)}\nconfiguredBy:\n  apiVersion: builtin\n  kind: ${kind}Generator\n`

/** The path of a file from a folder: both are absolute. */
function relativePath(folder: string, file: string): string {
  const from = folder.split('/').filter(Boolean)
  const to = file.split('/').filter(Boolean)
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared++
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}
