import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { readJson } from '../../worker/codec/json-reader.ts'
import type { JsonPatchOperation } from '../../worker/patch/json-patch.ts'
import { applyJsonPatch, readJsonPatch } from '../../worker/patch/json-patch.ts'
import { applyMergePatch, readMergePatch } from '../../worker/patch/merge-patch.ts'
import { applyStrategicMergePatch, readStrategicMergePatch } from '../../worker/patch/strategic-merge-patch.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { Failure } from './failure.ts'
import { structSchema } from './struct-schema.ts'

/**
 * Applies the JSON text of a patch in the client (`--local`, `--dry-run=client`, `--overrides`). The result of a JSON patch or
 * of a list as a merge patch may be any value.
 * @throws PatchError, Failure
 */
export async function applyLocally(dialect: Dialect, type: string, object: ApiObject, text: string): Promise<Json> {
  if (type === 'json') return applyOperations(object, readJsonPatch(jsonOf(text), false))
  if (type === 'merge') {
    const patch = jsonOf(text, 'Invalid JSON Patch')
    if (!isObject(patch) && !Array.isArray(patch)) throw new Failure('Invalid JSON Patch')
    return applyMergePatch(object, readMergePatch(patch, false))
  }
  const schema = await structSchema(dialect, object)
  if (schema === undefined)
    throw new Failure(
      `strategic merge patch is not supported for ${object.apiVersion ?? ''}, Kind=${object.kind ?? ''} locally, try --type merge`,
    )
  // kubectl reads the patch into a Go map, which null leaves empty.
  const patch = jsonOf(text, 'invalid JSON document') ?? {}
  if (!isObject(patch)) throw new Failure('invalid JSON document')
  return applyStrategicMergePatch(object, readStrategicMergePatch(patch), schema)
}

/** @throws Failure with `fault`, by default with the error of the parser */
function jsonOf(text: string, fault?: string): Json {
  try {
    return readJson(text).value
  } catch (error) {
    throw new Failure(fault ?? errorMessage(error))
  }
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
