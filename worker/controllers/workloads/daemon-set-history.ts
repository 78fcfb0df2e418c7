import { nextInt64, type Int64 } from '../../api/int64.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { numberAt, valueAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { CONTROLLER_REVISIONS, DAEMON_SETS, PODS } from '../kinds.ts'
import { objectAt } from '../object-parts.ts'
import {
  byRevision,
  newRevision,
  revisionNumber,
  holdsSnapshot,
  snapshotOf,
  REVISION_LABEL,
  revisionLabelOf,
  type Snapshot,
} from './controller-history.ts'
import { templateHash } from './template-hash.ts'

export interface History {
  /** The revision of the current template. */
  readonly current: ApiObject
  readonly old: readonly ApiObject[]
}

/**
 * Returns the history of a daemon set, with the revision of its current template as the newest.
 * @param pods loads all pods; when several revisions hold the current template, all pods get the label of the kept one
 */
export async function historyOf(
  daemonSet: ApiObject,
  revisions: readonly ApiObject[],
  pods: () => Promise<readonly ApiObject[]>,
  objects: ObjectClient,
): Promise<History> {
  const snapshot = snapshotOf(daemonSet)
  const labelled: ApiObject[] = []
  for (const revision of revisions)
    labelled.push(revisionLabelOf(revision) === '' ? await withHashLabel(revision, objects) : revision)
  const old = labelled.filter((revision) => !holdsSnapshot(revision, snapshot)).sort(byRevision)
  const same = labelled.filter((revision) => holdsSnapshot(revision, snapshot)).sort(byRevision)
  const number = nextInt64(revisionNumber(old.at(-1) ?? {}))
  const kept = same.pop()
  if (kept === undefined) return { current: await createRevision(daemonSet, snapshot, number, objects), old }
  if (same.length > 0) await removeDuplicates(kept, same, await pods(), objects)
  if (revisionNumber(kept) >= number) return { current: kept, old }
  return { current: await objects.update(CONTROLLER_REVISIONS, { ...kept, revision: number }), old }
}

/** A revision that another client created has no hash label: its name is used instead. */
async function withHashLabel(revision: ApiObject, objects: ObjectClient): Promise<ApiObject> {
  const { name = '', labels } = revision.metadata ?? {}
  const metadata = { ...revision.metadata, labels: { ...labels, [REVISION_LABEL]: name } }
  return objects.update(CONTROLLER_REVISIONS, { ...revision, metadata })
}

async function removeDuplicates(
  kept: ApiObject,
  others: readonly ApiObject[],
  pods: readonly ApiObject[],
  objects: ObjectClient,
): Promise<void> {
  const hash = revisionLabelOf(kept)
  for (const pod of pods.filter((one) => revisionLabelOf(one) !== hash)) {
    await objects.patch(PODS, namespacedName(pod), 'merge', { metadata: { labels: { [REVISION_LABEL]: hash } } })
  }
  for (const other of others) await objects.delete(CONTROLLER_REVISIONS, namespacedName(other))
}

async function createRevision(
  daemonSet: ApiObject,
  snapshot: Snapshot,
  number: Int64,
  objects: ObjectClient,
): Promise<ApiObject> {
  const collisionCount = valueAt(daemonSet, 'status.collisionCount')
  const hash = templateHash(
    valueAt(daemonSet, 'spec.template'),
    typeof collisionCount === 'number' ? collisionCount : undefined,
  )
  const name = `${daemonSet.metadata?.name}-${hash}`
  const revision = newRevision(daemonSet, { name, labels: { [REVISION_LABEL]: hash }, revision: number })
  try {
    return await objects.create(CONTROLLER_REVISIONS, revision)
  } catch (error) {
    if (!wasRefused(error, 'AlreadyExists')) throw error
    const found = await objects.get(CONTROLLER_REVISIONS, namespacedName(revision))
    if (found !== undefined && holdsSnapshot(found, snapshot)) return found
    await countCollision(daemonSet, objects)
    throw error
  }
}

/** Raises the collision count in the status, so that the next hash is a different one. */
async function countCollision(daemonSet: ApiObject, objects: ObjectClient): Promise<void> {
  const stored = await objects.get(DAEMON_SETS, namespacedName(daemonSet))
  const counted = numberAt(stored ?? {}, 'status.collisionCount')
  if (stored === undefined || counted !== numberAt(daemonSet, 'status.collisionCount')) return
  const status = { ...objectAt(stored, 'status'), collisionCount: counted + 1 }
  await objects.update(DAEMON_SETS, { ...stored, status }, 'status')
}

/** Old revisions beyond the history limit, the oldest first; a revision with pods is kept. */
export function surplusOf(daemonSet: ApiObject, old: readonly ApiObject[], pods: readonly ApiObject[]): ApiObject[] {
  const limit = numberAt(daemonSet, 'spec.revisionHistoryLimit')
  const live = new Set(pods.map(revisionLabelOf))
  return old.filter((revision) => !live.has(revisionLabelOf(revision))).slice(0, Math.max(old.length - limit, 0))
}
