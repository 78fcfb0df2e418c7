import { lessonRecords } from '../state/lesson-records.svelte.ts'
import { session } from '../state/session.svelte.ts'
import { progressOf } from './lesson-progress.ts'

interface OpenedLesson {
  /** The id of its cluster. */
  readonly cluster: string
  /** The cluster's name. */
  readonly name: string
  readonly title: string
  /** The reader's progress, for example `Step 2 of 5` or `Finished`. */
  readonly state: string
}

/** The opened lessons whose clusters still exist, the last opened first. */
export function openedLessons(): readonly OpenedLesson[] {
  const names = new Map(session.list.map(({ id, name }) => [id, name]))
  return lessonRecords.clusters.toReversed().flatMap((cluster) => {
    const name = names.get(cluster)
    const record = lessonRecords.get(cluster)
    return name === undefined || record === undefined
      ? []
      : [{ cluster, name, title: record.title ?? name, state: progressOf(record) }]
  })
}
