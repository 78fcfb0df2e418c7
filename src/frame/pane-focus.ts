/** The panes that F6 goes through, in the order of the page. */
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
  '[tabindex="0"], button:not([tabindex="-1"]), input, select, textarea, a[href], [contenteditable="true"]'

/** Moves the focus to the next or the previous visible pane. */
export function stepPane(by: 1 | -1): void {
  const panes = PANES.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]).filter(
    (pane) => pane.offsetParent !== null,
  )
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes[(at + by + panes.length) % panes.length]
  const panel = next?.querySelector<HTMLElement>(
    '[role="grid"], [role="tree"] [tabindex="0"], .cm-content, .xterm-helper-textarea',
  )
  // A phone and a desktop hide different buttons of a pane.
  const shown = [...(next?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find(
    (element) => element.offsetParent !== null && !element.matches(':disabled'),
  )
  const target = panel ?? shown
  target?.focus()
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
