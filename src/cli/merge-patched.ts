import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { stringifyJson } from '../../worker/codec/encode.ts'
import type { DryRun } from './write-options.ts'
import { fieldManager } from './write-options.ts'
import { resourcePath } from './discovery.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'

/** Sends a merge patch of one object with the command's field manager. Returns the patched object. */
export async function mergePatched(
  session: Session,
  { type, namespace, name }: Pick<Target, 'type' | 'namespace' | 'name'>,
  patch: JsonObject,
  dryRun: DryRun,
): Promise<ApiObject> {
  const client = await session.client()
  return client.json({
    method: 'PATCH',
    path: resourcePath(type, namespace, name),
    query: { fieldManager: fieldManager(session) || undefined, dryRun: dryRun === 'server' ? 'All' : undefined },
    contentType: 'application/merge-patch+json',
    body: stringifyJson(patch),
  })
}
