import { notices } from '../state/notices.svelte.ts'

/** Opens a lesson of the app in a separate cluster. `file` is below `scenarios/`. */
export async function beginLabLesson(file: string): Promise<void> {
  try {
    const [{ openScenario }, { texts }] = await Promise.all([
      import('../state/opened-scenario.ts'),
      import('virtual:scenario-texts'),
    ])
    const text = texts.get(file)
    if (text === undefined) throw new Error(`There is no lesson ${file}.`)
    await openScenario(text)
  } catch (error) {
    notices.fail('The lesson was not opened', error)
  }
}
