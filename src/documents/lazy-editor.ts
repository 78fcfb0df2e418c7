import { once, turn } from '../state/loading-order.ts'

/** What a document's view loads: apart from the other panes, since one of those holds a document's view. */
export const loadEditor = once(() => import('../editor/editor-pane.svelte'))
export const loadApplyResults = once(() => import('./apply-results.svelte'))

export async function editorInTurn(): ReturnType<typeof loadEditor> {
  await turn
  return loadEditor()
}
