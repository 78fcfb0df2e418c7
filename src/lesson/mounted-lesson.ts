import { mount, tick, unmount } from 'svelte'
import { lessonRecords } from '../state/lesson-records.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import LessonPane from './lesson-pane.svelte'
import { Lesson } from './lesson.svelte.ts'
import './lesson.css'

/**
 * Shows the lesson of a cluster beside its panes. The returned function removes it.
 * @throws ScenarioError for a stored text that this version cannot read
 */
export function mountLesson(workspace: Workspace): () => void {
  const target = document.querySelector('.app, .embed')
  const record = lessonRecords.get(workspace.cluster.id)
  if (target === null || record === undefined) return () => undefined
  const lesson = new Lesson(workspace, record)
  const pane = mount(LessonPane, { target, props: { lesson } })
  const { dataset } = document.documentElement
  dataset['lesson'] = 'open'
  if (lessonRecords.takesFocus) void focusHeading(target)
  return () => {
    lesson.stop()
    void unmount(pane)
    delete dataset['lesson']
  }
}

async function focusHeading(target: Element): Promise<void> {
  lessonRecords.takesFocus = false
  await tick()
  target.querySelector<HTMLElement>('.lesson-pane h3')?.focus()
}
