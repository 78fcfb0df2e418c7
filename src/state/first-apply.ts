import { tick } from 'svelte'
import type { DocumentApply } from './document-apply.svelte.ts'
import { notices } from './notices.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

/** After the first apply of a visitor, opens the map, which shows the effect, and a notice that lists the applied objects. */
export async function showApplied(workspace: Workspace, { fault, results }: DocumentApply): Promise<void> {
  if (fault !== undefined || results.some(({ outcome }) => outcome === 'failed')) return
  const namespace = results.find(({ ref }) => ref !== undefined && ref.namespace !== '')?.ref?.namespace ?? ''
  workspace.open({ kind: 'map', namespace })
  const detail = results.map(({ title, outcome }) => `${title} ${outcome}`).join(', ')
  notices.show({ tone: 'success', title: 'Applied. The map shows what the controllers do.', detail })
  await tick()
  // The button with the focus no longer exists, so the new tab gets the focus.
  document.querySelector<HTMLElement>('.documents-pane [role="tab"][aria-selected="true"]')?.focus()
}
