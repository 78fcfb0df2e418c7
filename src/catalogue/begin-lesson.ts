import { notices } from '../state/notices.svelte.ts'
import type { Listing } from './listing.ts'

/** Opens a lesson of the app in a separate cluster. */
export async function beginLesson({ file, title }: Pick<Listing, 'file' | 'title'>): Promise<void> {
  try {
    const [{ openScenario }, { texts }] = await Promise.all([
      import('../state/opened-scenario.ts'),
      import('virtual:scenario-texts'),
    ])
    const text = texts.get(file)
    if (text !== undefined) await openScenario(text)
  } catch (error) {
    notices.fail(`The lesson “${title}” was not opened`, error)
  }
}
