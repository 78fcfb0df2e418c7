import { removeStored } from '../state/cluster-changes.ts'
import type { LessonRecord } from '../state/lesson-records.svelte.ts'
import { lessonRecords } from '../state/lesson-records.svelte.ts'
import { notices } from '../state/notices.svelte.ts'
import { session } from '../state/session.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

type KeptStart = Pick<LessonRecord, 'start' | 'startOf'>

/** Copies the cluster at the start of a step. Undefined when the copy already exists or cannot be made. */
export async function keepStart(
  { cluster }: Workspace,
  record: LessonRecord,
  step: number,
): Promise<KeptStart | undefined> {
  if (record.startOf === step) return undefined
  try {
    // The copy stays closed: no controller changes it.
    const start = await session.clusters.fork(cluster.id, `${cluster.info.name}: start of step ${step + 1}`)
    if (record.start !== undefined) await removeStored(record.start)
    await session.refresh()
    return { start, startOf: step }
  } catch (error) {
    notices.fail('The step cannot be reset later, because its start was not kept', error)
    return undefined
  }
}

/**
 * Replaces the cluster of a lesson by a copy of the cluster at the start of the step. The editor's files are kept.
 * @param record the record of the lesson at that start
 */
export async function resetStep(workspace: Workspace, record: LessonRecord): Promise<void> {
  if (record.start === undefined) throw new Error('The start of this step was not kept.')
  const { id, info } = workspace.cluster
  const copy = await session.clusters.open(await session.clusters.fork(record.start, info.name))
  const saved = workspace.remembered()
  lessonRecords.put(copy.id, record)
  session.show(copy, saved)
  lessonRecords.remove(id)
  await removeStored(id)
  await session.refresh()
}
