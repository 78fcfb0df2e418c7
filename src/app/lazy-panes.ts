import type { appCommands } from './app-commands.ts'
import { withClusterActions } from './lazy-actions.ts'
import { loadApplyResults, loadEditor } from './lazy-editor.ts'
import { loadObjectHistory } from './lazy-history.ts'
import { once, turn } from './loading-order.ts'

export const loadTerminal = once(() => import('../terminal/terminal-pane.svelte'))
const loadExplorer = once(() => import('../explorer/explorer-pane.svelte'))
export const loadObjectTable = once(() => import('../explorer/object-table-tab.svelte'))
export const loadObjectView = once(() => import('./object-view.svelte'))
export const loadExamples = once(() => import('../examples/examples-page.svelte'))
export const loadDetails = once(() => import('./details-pane.svelte'))
export const loadRequests = once(() => import('./requests-pane.svelte'))
export const loadNotices = once(() => import('./notice-list.svelte'))
export const loadPalette = once(() => import('./palette.svelte'))
export const loadQuestion = once(() => import('./question-dialog.svelte'))
export const loadEmbedDialog = once(() => import('../embed/embed-dialog.svelte'))
export const loadShortcuts = once(() => import('./shortcuts-dialog.svelte'))

export async function explorerInTurn(): ReturnType<typeof loadExplorer> {
  await turn
  return loadExplorer()
}

export async function commandsInTurn(): Promise<typeof appCommands> {
  await turn
  return (await import('./app-commands.ts')).appCommands
}

/** A part that cannot be loaded now says so where it is opened. */
export async function loadTheRest(): Promise<void> {
  await turn
  // What stands on the screen comes before what may be opened.
  await Promise.allSettled([loadExplorer(), loadEditor()])
  await Promise.allSettled([
    loadApplyResults(),
    loadNotices(),
    loadObjectTable(),
    loadObjectView(),
    loadObjectHistory(),
    loadPalette(),
    loadRequests(),
    loadDetails(),
    loadShortcuts(),
    loadQuestion(),
    loadExamples(),
    withClusterActions(() => Promise.resolve()),
  ])
}
