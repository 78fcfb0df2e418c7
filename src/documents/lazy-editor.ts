import { afterTerminal } from '../state/loading-order.ts'
import { nextTask } from '../../worker/runtime/next-task.ts'
import { once } from '../widgets/late-module.ts'

/**
 * The lazy modules of a document view. They are not listed with the other panes, because one of those contains a
 * document view (import cycle).
 */
export const loadEditor = once(async () => {
  // The library and the grammar take half of the evaluation time, so they are evaluated in a separate task.
  await import('../editor/syntax.ts')
  await nextTask()
  return import('../editor/editor-pane.svelte')
})
export const loadPlannedChanges = once(() => import('./planned-changes.svelte'))
export const loadApplyResults = once(() => import('./apply-results.svelte'))

export const editorAfterTerminal = (): ReturnType<typeof loadEditor> => afterTerminal().then(loadEditor)
