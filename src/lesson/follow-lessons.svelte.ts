import { untrack } from 'svelte'
import { lessonRecords } from '../state/lesson-records.svelte.ts'
import { notices } from '../state/notices.svelte.ts'
import { session } from '../state/session.svelte.ts'

/** Shows the lesson of each cluster that the page opens. Call once. */
export function followLessons(): () => void {
  return $effect.root(() => {
    const workspace = $derived(session.workspace)
    const hasLesson = $derived(workspace !== undefined && lessonRecords.get(workspace.cluster.id) !== undefined)
    $effect(() => {
      if (workspace === undefined || !hasLesson) return
      const mounted = import('./mounted-lesson.ts').then(({ mountLesson }) => untrack(() => mountLesson(workspace)))
      mounted.catch((error: unknown) => notices.fail('The lesson cannot be shown', error))
      return () =>
        void mounted.then(
          (end) => end(),
          () => undefined,
        )
    })
  })
}
