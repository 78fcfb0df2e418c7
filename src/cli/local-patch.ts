import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { unmarshalFault } from '../../worker/api/unmarshal-fault.ts'
import { applyJsonPatch, readJsonPatch } from '../../worker/patch/json-patch.ts'
import { applyMergePatch, readMergePatch } from '../../worker/patch/merge-patch.ts'
import { applyStrategicMergePatch, readStrategicMergePatch } from '../../worker/patch/strategic-merge-patch.ts'
import type { Schema } from '../../worker/schema/schema.ts'
import { Failure } from './failure.ts'
import { mergeSchema } from './merge-schema.ts'
import { publishedSchema } from './openapi.ts'
import type { Session } from './session.ts'

/** Applies a patch in the client (`--local`, `--dry-run=client`). @throws PatchError, Failure */
export async function applyLocally(session: Session, type: string, object: ApiObject, patch: Json): Promise<ApiObject> {
  if (type === 'json') return asObject(applyJsonPatch(object, readJsonPatch(patch, false)))
  if (type === 'strategic' && !isObject(patch)) throw new Failure('invalid JSON document')
  // An array replaces the whole object, and no object can be read from it.
  if (type === 'merge' && Array.isArray(patch)) throw new Failure(unmarshalFault(patch, 'map[string]interface {}'))
  if (type === 'merge' && !isObject(patch)) throw new Failure('Invalid JSON Patch')
  if (type === 'merge') return asObject(applyMergePatch(object, readMergePatch(patch)))
  const schema = await strategicSchema(session, object)
  if (schema === undefined)
    throw new Failure(
      `strategic merge patch is not supported for ${object.apiVersion ?? ''}, Kind=${object.kind ?? ''} locally, try --type merge`,
    )
  return applyStrategicMergePatch(object, readStrategicMergePatch(patch), schema)
}

function asObject(value: Json): ApiObject {
  if (!isObject(value)) throw new Failure('the result of the patch is not an object')
  return value
}

/** The schema of a built-in type for merging; undefined for custom resources, whose lists have no merge keys. */
export async function strategicSchema(session: Session, object: ApiObject): Promise<Schema | undefined> {
  const type = await session.typeOf(object)
  const published = type === undefined ? undefined : await publishedSchema(session, type)
  // Groups of custom resources contain a dot and do not end in the domain, which the server reserves.
  const custom = type?.group.includes('.') && !type.group.endsWith(session.host.dialect.spell('.{domain}'))
  return published === undefined || custom ? undefined : mergeSchema(published)
}
