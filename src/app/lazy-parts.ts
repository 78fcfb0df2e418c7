import { loadApplyResults, loadEditor } from '../documents/lazy-editor.ts'
import { loadObjectHistory } from '../documents/lazy-history.ts'
import {
  BOTTOM_VIEWS,
  loadDetails,
  PAGES,
  loadExplorer,
  loadNotices,
  loadObjectTable,
  loadObjectView,
  loadPalette,
  loadQuestion,
  loadShortcuts,
} from '../frame/lazy-panes.ts'
import { withClusterActions } from '../state/lazy-cluster-actions.ts'
import { once, turn } from '../state/loading-order.ts'
import type { appCommands } from './app-commands.ts'
import type { clusterEntries } from './cluster-entries.ts'

const loadChip = once(() => import('../identity/identity-chip.svelte'))

export async function loadIdentity(): ReturnType<typeof loadChip> {
  await turn
  return loadChip()
}

export const loadPastBar = once(() => import('../timeline/past-bar.svelte'))
export const loadEmbedDialog = once(() => import('../embed/embed-dialog.svelte'))

export async function commandsInTurn(): Promise<typeof appCommands> {
  await turn
  return (await import('./app-commands.ts')).appCommands
}

export async function clusterEntriesInTurn(): Promise<typeof clusterEntries> {
  await turn
  return (await import('./cluster-entries.ts')).clusterEntries
}

/** Preloads every lazy module. When a preload fails, opening that module shows the error. */
export async function loadTheRest(): Promise<void> {
  await turn
  // Visible modules load before modules that a command opens.
  void import('../handlers/open-handlers.svelte.ts').then(({ followWorkspaces }) => followWorkspaces())
  await Promise.allSettled([loadExplorer(), loadEditor()])
  await Promise.allSettled([
    loadApplyResults(),
    import('../widgets/menu-list.svelte'),
    loadNotices(),
    loadObjectTable(),
    loadObjectView(),
    loadObjectHistory(),
    loadPalette(),
    ...Object.values(BOTTOM_VIEWS).map((load) => load()),
    loadDetails(),
    loadShortcuts(),
    loadQuestion(),
    PAGES.examples(),
    withClusterActions(() => Promise.resolve()),
  ])
}
