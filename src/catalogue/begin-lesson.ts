import { lessonRecords } from '../state/lesson-records.svelte.ts'
import { notices } from '../state/notices.svelte.ts'
import type { Listing } from './listing.ts'

/**
 * Opens a lesson of the catalogue in a new cluster. `file` is its path below `scenarios/`. A notice shows a failure; the promise
 * does not reject.
 */
export async function beginLesson({ file, title }: Pick<Listing, 'file' | 'title'>): Promise<void> {
  try {
    const [{ openScenario }, { texts }] = await Promise.all([
      import('../state/opened-scenario.ts'),
      import('virtual:scenario-texts'),
    ])
    const text = texts.get(file)
    if (text === undefined) throw new Error(`There is no lesson ${file}.`)
    lessonRecords.takesFocus = true
    await openScenario(text)
  } catch (error) {
    lessonRecords.takesFocus = false
    notices.fail(`The lesson “${title}” was not opened`, error)
  }
}
