import { isShare } from '../share/share-fragment.ts'
import { afterTerminal } from '../state/loading-order.ts'
import { once } from '../widgets/late-module.ts'
import type * as appCommands from './app-commands.ts'
import type { clusterEntries } from './cluster-entries.ts'

const loadChip = once(() => import('../identity/identity-chip.svelte'))

export const loadIdentity = (): ReturnType<typeof loadChip> => afterTerminal().then(loadChip)

export const loadPastBar = once(() => import('../timeline/past-bar.svelte'))
export const loadUnsaved = once(() => import('./unsaved.svelte'))
export const loadEmbedDialog = once(() => import('../embed/embed-dialog.svelte'))

/** Whether the address is a share link. Computed before the address bar changes. */
const opensLink = isShare(location.search + location.hash)

/**
 * Loads the commands after the terminal. With a share link they load at once, because the features that load with them
 * show its lesson.
 */
export async function commandsAfterTerminal(): Promise<typeof appCommands> {
  if (!opensLink) await afterTerminal()
  return await import('./app-commands.ts')
}

export async function clusterEntriesAfterTerminal(): Promise<typeof clusterEntries> {
  await afterTerminal()
  return (await import('./cluster-entries.ts')).clusterEntries
}

/** Starts the handlers, and preloads the lazy modules that `preload` lists. */
export async function restAfterTerminal(): Promise<void> {
  await afterTerminal()
  await (await import('./preload.ts')).preload()
}
