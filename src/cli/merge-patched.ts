import { goJson } from '../../worker/api/go-json.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { DryRun } from './write-options.ts'
import { changeQuery, fieldManager } from './write-options.ts'
import { resourcePath } from './discovery.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'

type PatchTarget = Pick<Target, 'type' | 'namespace' | 'name'>

/** Sends a merge patch of one object with the command's field manager. Returns the patched object. */
export const mergePatched = (
  session: Session,
  target: PatchTarget,
  patch: JsonObject,
  dryRun: DryRun,
): Promise<ApiObject> =>
  sendPatch(session, target, { body: patch, contentType: 'application/merge-patch+json' }, dryRun)

/** A patch and its media type. */
export interface Patch {
  readonly body: JsonObject
  readonly contentType: string
}

/** Sends a patch of one object with the command's field manager. Returns the patched object. */
export async function sendPatch(
  session: Session,
  { type, namespace, name }: PatchTarget,
  { body, contentType }: Patch,
  dryRun: DryRun,
): Promise<ApiObject> {
  const client = await session.client()
  return client.json({
    method: 'PATCH',
    path: resourcePath(type, namespace, name),
    query: { ...changeQuery(session, dryRun), fieldManager: fieldManager(session) || undefined },
    contentType,
    body: goJson(body),
  })
}
