import type { ApiObject } from '../../../worker/api/object.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { comparable, type Difference } from '../../../worker/patch/json-differences.ts'
import { keyedDifferences } from '../../../worker/patch/keyed-differences.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import { errorMessage } from '../../client/api-error.ts'
import { discover } from '../../client/discovery.ts'
import { applyManifest, locate, readManifest } from '../../client/manifest.ts'
import type { ObjectRef } from '../../client/object-ref.ts'
import { resourcePath } from '../../client/resource-path.ts'
import { fieldConflicts, type FieldConflict } from '../../conflicts/field-conflicts.ts'
import { labRequest } from '../lab-request.ts'

/** One apply of a manager, and what it did to the object. */
export interface ApplyStep {
  readonly manager: string
  readonly isForced: boolean
  /** The values that changed, by JSON Pointer. */
  readonly changes: readonly Difference[]
  /** Fields that gained or lost this manager as an owner, by their paths in fieldsV1: `/f:spec/f:replicas`. */
  readonly owned: readonly Difference[]
  readonly conflicts: readonly FieldConflict[]
  readonly fault?: string
  readonly live?: ApiObject
}

/** Applies a manifest of one object as a field manager. */
export async function applyAs(
  cluster: ClusterHandle,
  { manager, text, isForced }: { readonly manager: string; readonly text: string; readonly isForced: boolean },
): Promise<ApplyStep> {
  const none: ApplyStep = { manager, isForced, changes: [], owned: [], conflicts: [] }
  try {
    const [object] = await readManifest(text)
    if (object === undefined) return { ...none, fault: 'The manifest holds no object.' }
    const discovery = await discover(cluster)
    const options = {
      cluster,
      resolve: (group: string, kind: string) => Promise.resolve(discovery.byKind(group, kind)),
      namespace: 'default',
      manager,
      force: () => isForced,
    }
    const ref = await locate(object, options)
    // Controllers write to the object too, so the state after the last apply of this lab may be outdated.
    const before = await read(cluster, ref)
    const [result] = await applyManifest(text, options)
    if (result?.answer === undefined)
      return {
        ...none,
        fault: errorMessage(result?.error),
        conflicts: fieldConflicts(result?.error, object, before ?? {}),
        ...(before !== undefined && { live: before }),
      }
    const { answer } = result
    return {
      ...none,
      changes: keyedDifferences(comparable(before), comparable(answer)),
      owned: keyedDifferences(fieldsOf(before, manager), fieldsOf(answer, manager)),
      live: answer,
    }
  } catch (error) {
    return { ...none, fault: errorMessage(error) }
  }
}

async function read(cluster: ClusterHandle, ref: ObjectRef): Promise<ApiObject | undefined> {
  const { code, body } = await labRequest(cluster, { method: 'GET', path: resourcePath(ref) })
  return code === 200 ? body : undefined
}

/** The fields that a manager applied, as the server keeps them. */
function fieldsOf(object: ApiObject | undefined, manager: string): JsonObject {
  const entry = object?.metadata?.managedFields?.find((one) => one.manager === manager && one.operation === 'Apply')
  return entry?.fieldsV1 ?? {}
}

/** Converts a path in fieldsV1, `/f:spec/f:replicas`, to the notation of the server, `.spec.replicas`. */
export const ownedPath = (path: string): string =>
  path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (step.startsWith('f:') ? `.${step.slice(2)}` : `[${step.slice(2)}]`))
    .join('')
