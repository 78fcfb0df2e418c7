import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { JsonPatchOperation } from '../../worker/patch/json-patch.ts'
import { applyJsonPatch, readJsonPatch } from '../../worker/patch/json-patch.ts'
import { applyMergePatch, readMergePatch } from '../../worker/patch/merge-patch.ts'
import { applyStrategicMergePatch, readStrategicMergePatch } from '../../worker/patch/strategic-merge-patch.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { Failure } from './failure.ts'
import { structSchema } from './struct-schema.ts'

/**
 * Applies a patch in the client (`--local`, `--dry-run=client`). The result of a JSON patch or of a list as a merge patch may be
 * any value.
 * @throws PatchError, Failure
 */
export async function applyLocally(dialect: Dialect, type: string, object: ApiObject, patch: Json): Promise<Json> {
  if (type === 'json') return applyOperations(object, readJsonPatch(patch, false))
  if (type === 'strategic' && !isObject(patch)) throw new Failure('invalid JSON document')
  if (type === 'merge' && !isObject(patch) && !Array.isArray(patch)) throw new Failure('Invalid JSON Patch')
  if (type === 'merge') return applyMergePatch(object, readMergePatch(patch, false))
  const schema = await structSchema(dialect, object)
  if (schema === undefined)
    throw new Failure(
      `strategic merge patch is not supported for ${object.apiVersion ?? ''}, Kind=${object.kind ?? ''} locally, try --type merge`,
    )
  return applyStrategicMergePatch(object, readStrategicMergePatch(patch), schema)
}

/** @throws PatchError, Failure when an operation replaces an item that a list lacks */
function applyOperations(object: ApiObject, operations: readonly JsonPatchOperation[]): Json {
  try {
    return applyJsonPatch(object, operations)
  } catch (error) {
    const [, key] = /doc is missing key: (.*)$/s.exec(errorMessage(error)) ?? []
    throw key === undefined ? error : new Failure(`Object to be patched is missing field (${key})`)
  }
}
