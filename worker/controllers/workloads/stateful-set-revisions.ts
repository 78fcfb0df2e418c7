import { nextInt64 } from '../../api/int64.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { numberAt, textAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { CONTROLLER_REVISIONS } from '../kinds.ts'
import {
  newRevision,
  revisionNumber,
  holdsSnapshot,
  revisionHash,
  revisionLabelOf,
  revisionName,
  snapshotOf,
  type Snapshot,
} from './controller-history.ts'

interface SetRevisions {
  /** The revision in `status.currentRevision`; `update` when it does not exist. */
  readonly current: ApiObject
  /** The revision of `spec.template`. */
  readonly update: ApiObject
  readonly collisionCount: number
}

/**
 * Returns the current and the update revision. An older revision of `spec.template` becomes the newest; a new template
 * gets a new revision.
 */
export async function syncRevisions(
  set: ApiObject,
  revisions: readonly ApiObject[],
  objects: ObjectClient,
  hashLabel: string,
): Promise<SetRevisions> {
  const snapshot = snapshotOf(set)
  const newest = revisions.at(-1)
  const revision = newest === undefined ? 1 : nextInt64(revisionNumber(newest))
  const equal = revisions.findLast((one) => holdsSnapshot(one, snapshot))
  let collisionCount = numberAt(set, 'status.collisionCount')
  let update =
    equal === undefined || equal === newest ? equal : await objects.update(CONTROLLER_REVISIONS, { ...equal, revision })
  // Like the real controller manager, keeps the label of the first hash when a collision changes the name.
  const labels = { [hashLabel]: revisionHash(snapshot, collisionCount) }
  while (update === undefined) {
    const name = revisionName(set, revisionHash(snapshot, collisionCount))
    update = await createRevision(newRevision(set, { name, labels, revision }), snapshot, objects)
    if (update === undefined) collisionCount++
  }
  const current = revisions.find(({ metadata }) => metadata?.name === textAt(set, 'status.currentRevision')) ?? update
  return { current, update, collisionCount }
}

/** Creates a revision, or returns an existing one of the same template; undefined when another template has its name. */
async function createRevision(
  revision: ApiObject,
  snapshot: Snapshot,
  objects: ObjectClient,
): Promise<ApiObject | undefined> {
  try {
    return await objects.create(CONTROLLER_REVISIONS, revision)
  } catch (error) {
    if (!wasRefused(error, 'AlreadyExists')) throw error
    const found = await objects.get(CONTROLLER_REVISIONS, namespacedName(revision))
    if (found === undefined) throw error
    return holdsSnapshot(found, snapshot) ? found : undefined
  }
}

/** Unused revisions beyond the history limit. */
export function surplus(
  set: ApiObject,
  revisions: readonly ApiObject[],
  pods: readonly ApiObject[],
  { current, update }: SetRevisions,
): ApiObject[] {
  const live = new Set([current.metadata?.name, update.metadata?.name, ...pods.map(revisionLabelOf)])
  const past = revisions.filter(({ metadata }) => !live.has(metadata?.name))
  const limit = numberAt(set, 'spec.revisionHistoryLimit')
  return limit < 0 ? [] : past.slice(0, Math.max(past.length - limit, 0))
}
