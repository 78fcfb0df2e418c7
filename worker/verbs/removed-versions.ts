import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'

/** Removed versions in which objects received the labels of their pod template by default. */
const LABELLED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['extensions/v1beta1', new Set(['Deployment', 'DaemonSet', 'ReplicaSet'])],
  ['apps/v1beta1', new Set(['Deployment', 'StatefulSet'])],
])

/**
 * Adds labels to an object without labels, as a removed version does by default, when the patched document names that version
 * (reference/objects.md 18).
 */
export function withTemplateLabels(object: ApiObject, { apiVersion, kind }: JsonObject): ApiObject {
  if (LABELLED.get(String(apiVersion))?.has(String(kind)) !== true) return object
  if (Object.keys(object.metadata?.labels ?? {}).length > 0) return object
  const labels = ['spec', 'template', 'metadata', 'labels'].reduce<Json | undefined>(
    (at, name) => (isObject(at) ? at[name] : undefined),
    object,
  )
  if (!isObject(labels)) return object
  return { ...object, metadata: { ...object.metadata, labels: { ...labels } as Record<string, string> } }
}
