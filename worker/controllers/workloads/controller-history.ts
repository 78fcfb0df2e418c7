import { compareInt64, type Int64 } from '../../api/int64.ts'
import { compareText } from '../../api/byte-order.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { stringifyJson } from '../../codec/encode.ts'
import { presentKeys } from '../../patch/json-values.ts'
import { integerAt, valueAt } from '../../resources/path.ts'
import { ByteOrderedMap } from '../../schema/byte-ordered-map.ts'
import { controllerReference } from '../object-parts.ts'
import { fnv32, safeEncoded } from './template-hash.ts'

/** The label of a pod that names its revision. */
export const REVISION_LABEL = 'controller-revision-hash'

/** The revision label of a pod or revision; empty without one. */
export const revisionLabelOf = ({ metadata }: ApiObject): string => metadata?.labels?.[REVISION_LABEL] ?? ''

/** The template of a workload as a revision stores it: a patch that restores the template. */
export interface Snapshot {
  readonly data: JsonObject
  /** `data` as the real controller manager serializes it: this text is compared, and hashed for the revision's name. */
  readonly text: string
}

const snapshots = new WeakMap<JsonObject, Snapshot>()

export function snapshotOf(workload: ApiObject): Snapshot {
  const template = valueAt(workload, 'spec.template')
  if (!isObject(template)) throw new Error('give a workload a template: its revisions store it')
  let snapshot = snapshots.get(template)
  if (snapshot === undefined) {
    const data = sortedObject({ spec: { template: { ...template, $patch: 'replace' } } })
    snapshots.set(template, (snapshot = { data, text: stringifyJson(data) }))
  }
  return snapshot
}

const serialized = new WeakMap<JsonObject, string>()

export function holdsSnapshot(revision: ApiObject, { text }: Snapshot): boolean {
  const { data } = revision
  if (!isObject(data)) return false
  let known = serialized.get(data)
  if (known === undefined) serialized.set(data, (known = stringifyJson(sortedObject(data))))
  return known === text
}

/** The template that a revision restores; undefined when its data holds none. */
export function templateOfRevision({ data }: ApiObject): JsonObject | undefined {
  const template = isObject(data) ? valueAt(data, 'spec.template') : undefined
  if (!isObject(template)) return undefined
  const { $patch: _, ...rest } = template
  return rest
}

const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted)
  return isObject(value) ? sortedObject(value) : value
}

/** Sorts the keys, as Go does when it serializes a map. A plain object would put integer keys first. */
function sortedObject(object: JsonObject): JsonObject {
  const keys = presentKeys(object).toSorted()
  const copy: JsonObject = Object.fromEntries(keys.map((key) => [key, sorted(object[key] ?? null)]))
  return keys.some((key) => /^\d/.test(key)) ? new ByteOrderedMap(copy) : copy
}

/** The name suffix of a snapshot, such as `5b565cbf75`; the collision count changes it. */
export const revisionHash = ({ text }: Snapshot, collisionCount: number): string =>
  safeEncoded(String(fnv32(new TextEncoder().encode(`${text}${collisionCount}`))))

/** A name has at most 253 characters; 30 of them are reserved for a dash and the hash. */
const LONGEST_PREFIX = 223

export const revisionName = (workload: ApiObject, hash: string): string =>
  `${(workload.metadata?.name ?? '').slice(0, LONGEST_PREFIX)}-${hash}`

interface RevisionFields {
  readonly name: string
  /** Labels that the revision has besides the labels of the template. */
  readonly labels: Readonly<Record<string, string>>
  readonly revision: Int64
}

/** A ControllerRevision of the workload's current template. */
export function newRevision(workload: ApiObject, { name, labels, revision }: RevisionFields): ApiObject {
  const { namespace, annotations } = workload.metadata ?? {}
  const ofTemplate = valueAt(workload, 'spec.template.metadata.labels')
  return {
    kind: 'ControllerRevision',
    apiVersion: 'apps/v1',
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      labels: { ...(isObject(ofTemplate) && ofTemplate), ...labels } as Record<string, string>,
      ...(annotations !== undefined && { annotations }),
      ownerReferences: [controllerReference(workload)],
    },
    data: snapshotOf(workload).data,
    revision,
  }
}

export const revisionNumber = (revision: ApiObject): Int64 => integerAt(revision, 'revision')

/** Ascending by number, then by creation time, then by name. */
export const byRevision = (a: ApiObject, b: ApiObject): number =>
  compareInt64(revisionNumber(a), revisionNumber(b)) ||
  compareText(String(a.metadata?.creationTimestamp), String(b.metadata?.creationTimestamp)) ||
  compareText(a.metadata?.name ?? '', b.metadata?.name ?? '')
