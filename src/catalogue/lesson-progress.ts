import type { LessonRecord } from '../state/lesson-records.svelte.ts'

/** The progress of the reader: `Step 2 of 5` or `Finished`; `Step 2` when the number of steps is unknown. */
export function progressOf({ reached, steps }: Pick<LessonRecord, 'reached' | 'steps'>): string {
  if (steps === undefined) return `Step ${reached + 1}`
  return reached < steps ? `Step ${reached + 1} of ${steps}` : 'Finished'
}
