import { once, turn } from '../state/loading-order.ts'

/** The lazy modules of a document view. Not with the other panes: one of them contains a document view (import cycle). */
export const loadEditor = once(() => import('../editor/editor-pane.svelte'))
export const loadPlannedChanges = once(() => import('./planned-changes.svelte'))
export const loadApplyResults = once(() => import('./apply-results.svelte'))

export async function editorInTurn(): ReturnType<typeof loadEditor> {
  await turn
  return loadEditor()
}
