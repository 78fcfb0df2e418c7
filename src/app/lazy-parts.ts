import { turn } from '../state/loading-order.ts'
import { once } from '../widgets/late-module.ts'
import type { appCommands } from './app-commands.ts'
import type { clusterEntries } from './cluster-entries.ts'

const loadChip = once(() => import('../identity/identity-chip.svelte'))

export const loadIdentity = (): ReturnType<typeof loadChip> => turn.then(loadChip)

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

/** Starts the handlers and preloads every lazy module. */
export async function restInTurn(): Promise<void> {
  await turn
  await (await import('./preload.ts')).preload()
}
