import type { ApiObject } from '../../../worker/api/object.ts'
import type { Resource } from './kustomization.ts'

/** The version of kustomize in the label that kubectl writes. */
const MANAGER = 'kustomize-(devel)'

/** The object with what `buildMetadata` asks for: its origin as an annotation, and the label of its manager. */
export function withMetadata({ object, origin }: Resource, options: readonly string[]): ApiObject {
  const metadata = { ...object.metadata }
  if (options.includes('originAnnotations') && origin !== undefined)
    metadata.annotations = { ...metadata.annotations, 'config.kubernetes.io/origin': origin }
  if (options.includes('managedByLabel'))
    metadata.labels = { ...metadata.labels, 'app.kubernetes.io/managed-by': MANAGER }
  // kustomize keeps notes in annotations, and removes the field when it removes the last of them.
  if (Object.keys(metadata.annotations ?? { none: '' }).length === 0) delete metadata.annotations
  return { ...object, metadata }
}

/** @param root the folder of the build; both paths are absolute */
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
