import { loadApplyResults, loadEditor } from '../documents/lazy-editor.ts'
import { loadObjectHistory } from '../documents/lazy-history.ts'
import {
  BOTTOM_VIEWS,
  loadDetails,
  loadExplorer,
  loadNotices,
  loadObjectTable,
  loadObjectView,
  loadPalette,
  loadQuestion,
  loadShortcuts,
  PAGES,
} from '../frame/lazy-panes.ts'
import { loadClusterActions } from '../state/lazy-cluster-actions.ts'
import { loadMenuList } from '../widgets/late-menu.ts'

const REST: readonly (() => Promise<unknown>)[] = [
  loadApplyResults,
  loadMenuList,
  loadNotices,
  loadObjectTable,
  loadObjectView,
  loadObjectHistory,
  loadPalette,
  ...Object.values(BOTTOM_VIEWS),
  loadDetails,
  loadShortcuts,
  loadQuestion,
  PAGES.examples,
  loadClusterActions,
]

/**
 * Starts the handlers, and loads the explorer, the editor and the modules of `REST`.
 * @throws when the code of the handlers cannot be loaded
 */
export async function preload(): Promise<void> {
  const handlers = import('../handlers/open-handlers.svelte.ts').then((open) => open.followWorkspaces())
  await Promise.all([handlers, loadInOrder()])
}

/** Ignores failures: opening a module that failed loads it again, and shows the error. */
async function loadInOrder(): Promise<void> {
  // Visible modules load before modules that a command opens.
  await Promise.allSettled([loadExplorer(), loadEditor()])
  // One at a time: their first uses together would be one long task.
  for (const load of REST) await load().catch(() => undefined)
}
