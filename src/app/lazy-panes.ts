import type { appCommands } from './app-commands.ts'
import type { ClusterActions } from './cluster-actions.ts'

/**
 * The parts that load when they are needed, and the order in which: the terminal at once, beside the cluster; the
 * explorer and the editor when the terminal answers or somebody reaches for the text, so that they do not stand in the
 * terminal's way; the rest after that, so that it is there when it is asked for.
 */
function once<T>(load: () => Promise<{ readonly default: T }>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => (loaded ??= load().then((module) => module.default))
}

export const loadTerminal = once(() => import('../terminal/terminal-pane.svelte'))
export const loadExplorer = once(() => import('../explorer/explorer-pane.svelte'))
export const loadEditor = once(() => import('../editor/editor-pane.svelte'))
export const loadObjectTable = once(() => import('../explorer/object-table-tab.svelte'))
export const loadObjectView = once(() => import('./object-view.svelte'))
export const loadDetails = once(() => import('./details-pane.svelte'))
export const loadRequests = once(() => import('./requests-pane.svelte'))
export const loadApplyResults = once(() => import('./apply-results.svelte'))
export const loadNotices = once(() => import('./notice-list.svelte'))
export const loadPalette = once(() => import('./palette.svelte'))
export const loadQuestion = once(() => import('./question-dialog.svelte'))
export const loadShortcuts = once(() => import('./shortcuts-dialog.svelte'))

/** Does something with whole clusters. */
export async function withClusterActions(run: (actions: ClusterActions) => Promise<void>): Promise<void> {
  const { clusterActions } = await import('./cluster-actions.ts')
  await run(clusterActions)
}

const LONGEST_WAIT = 2500

let release: () => void = () => undefined
const terminalUp = new Promise<void>((resolve) => {
  release = resolve
})

/** Resolves when the terminal answers, or when it takes too long to be waited for. */
export const turn = Promise.race([terminalUp, new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT))])

export function terminalIsUp(): void {
  release()
}

export async function explorerInTurn(): ReturnType<typeof loadExplorer> {
  await turn
  return loadExplorer()
}

export async function commandsInTurn(): Promise<typeof appCommands> {
  await turn
  return (await import('./app-commands.ts')).appCommands
}

export async function editorInTurn(): ReturnType<typeof loadEditor> {
  await turn
  return loadEditor()
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
    loadPalette(),
    loadRequests(),
    loadDetails(),
    loadShortcuts(),
    loadQuestion(),
    withClusterActions(() => Promise.resolve()),
  ])
}
