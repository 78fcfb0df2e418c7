import type { Saved, Workspace } from './workspace.svelte.ts'

/** Stores the state, and returns whether the next visit misses a text that is not applied. */
export function losesText(workspace: Pick<Workspace, 'save' | 'state' | 'tabs' | 'documents'>, saved: Saved): boolean {
  const isStored = workspace.save(saved) && workspace.state.saved !== 'memory'
  const drafts = workspace.tabs.open.filter(({ draft }) => draft !== undefined).length
  const isUnapplied = drafts > 0 || (saved.unapplied?.length ?? 0) > 0
  const isWhole = saved.documents.length === workspace.documents.all.length && saved.drafts?.length === drafts
  return isUnapplied && !(isStored && isWhole)
}
