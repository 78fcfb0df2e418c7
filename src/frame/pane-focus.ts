import { tick } from 'svelte'

/** The panes that F6 visits, in the order of the page. */
const PANES = [
  '.topbar',
  '.explorer-pane',
  '.documents-pane',
  '.bottom-pane',
  '.details-pane',
  '.lesson-pane',
  '.embed-bar',
]
const FOCUSABLE =
  '[tabindex="0"]:not([role="separator"]), button:not([tabindex="-1"]), input, select, textarea, a[href], [contenteditable="true"]'

/** Moves the focus to the next or the previous visible pane. */
export function stepPane(by: 1 | -1): void {
  const panes = PANES.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]).filter(
    (pane) => pane.offsetParent !== null,
  )
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes[(at + by + panes.length) % panes.length]
  const visible = (selector: string): HTMLElement | undefined =>
    [...(next?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
      (element) => element.checkVisibility() && !element.matches(':disabled'),
    )
  // A pane has hidden parts, which cannot take the focus: the terminal behind the requests, and buttons that only a phone
  // shows.
  const target =
    visible('[role="grid"], [role="tree"] [tabindex="0"], .cm-content, .box[tabindex="0"], .xterm-helper-textarea') ??
    visible(FOCUSABLE)
  target?.focus()
}

/** Moves the focus to the active tab. From there, Arrow Down moves into its content. */
export async function focusTab(): Promise<void> {
  await tick()
  document.querySelector<HTMLElement>('.documents-pane [role="tab"][aria-selected="true"]')?.focus()
}

/** The filter field of the focused pane, else of the visible table, else of the explorer. */
export function focusFilter(): void {
  const pane = document.activeElement?.closest('.explorer-pane, .documents-pane')
  const places = [pane, document.querySelector('.documents-pane'), document.querySelector('.explorer-pane')]
  for (const place of places) {
    const field = place?.querySelector<HTMLInputElement>('[data-filter]')
    if (field === null || field === undefined || field.offsetParent === null) continue
    field.focus()
    field.select()
    return
  }
}
