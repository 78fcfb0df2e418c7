import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { applyJsonPatch, readJsonPatch } from '../../worker/patch/json-patch.ts'
import { applyMergePatch, readMergePatch } from '../../worker/patch/merge-patch.ts'
import { applyStrategicMergePatch, readStrategicMergePatch } from '../../worker/patch/strategic-merge-patch.ts'
import type { Schema } from '../../worker/schema/schema.ts'
import { Failure } from './failure.ts'
import { mergeSchema } from './merge-schema.ts'
import { publishedSchema } from './openapi.ts'
import type { Session } from './session.ts'

/**
 * Applies a patch in the client (`--local`, `--dry-run=client`). The result of a JSON patch or of a list as a merge patch may be
 * any value.
 * @throws PatchError, Failure
 */
export async function applyLocally(session: Session, type: string, object: ApiObject, patch: Json): Promise<Json> {
  if (type === 'json') return applyJsonPatch(object, readJsonPatch(patch, false))
  if (type === 'strategic' && !isObject(patch)) throw new Failure('invalid JSON document')
  if (type === 'merge' && !isObject(patch) && !Array.isArray(patch)) throw new Failure('Invalid JSON Patch')
  if (type === 'merge') return applyMergePatch(object, readMergePatch(patch, false))
  const schema = await strategicSchema(session, object)
  if (schema === undefined)
    throw new Failure(
      `strategic merge patch is not supported for ${object.apiVersion ?? ''}, Kind=${object.kind ?? ''} locally, try --type merge`,
    )
  return applyStrategicMergePatch(object, readStrategicMergePatch(patch), schema)
}

/** The schema of the subresource `scale`, which discovery does not list. */
const scaleSchema = (): Promise<Schema> =>
  import('../../worker/schema/builtin/types.ts').then(({ builtinType }) => builtinType('api.autoscaling.v1.Scale'))

/** The schema of a built-in type for merging; undefined for custom resources, whose lists have no merge keys. */
export async function strategicSchema(session: Session, object: ApiObject): Promise<Schema | undefined> {
  if (object.apiVersion === 'autoscaling/v1' && object.kind === 'Scale') return scaleSchema()
  const type = await session.typeOf(object)
  const published = type === undefined ? undefined : await publishedSchema(session, type)
  // Groups of custom resources contain a dot and do not end in the domain, which the server reserves.
  const custom = type?.group.includes('.') && !type.group.endsWith(session.host.dialect.spell('.{domain}'))
  return published === undefined || custom ? undefined : mergeSchema(published)
}
