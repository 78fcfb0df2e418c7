/** The panes by the beginning of their class names. */
export const PANE_NAMES = ['explorer', 'documents', 'bottom', 'details'] as const

export interface PaneBox {
  readonly name: (typeof PANE_NAMES)[number]
  /** The height of the pane's own parts around the content: tabs and tools. */
  readonly frame: number
  readonly content: number
}

/** The visible panes of an embed, in CSS pixels. */
export interface Boxes {
  readonly panes: readonly PaneBox[]
  /** The height of the parts beside the panes: the bar and the switch of the panes. */
  readonly around: number
}

/** The height of a terminal or a list of requests below the documents: their content has no end. */
export const BOTTOM_HEIGHT = 180
/** The height of the bottom pane when no other pane determines the height of the embed. */
const BOTTOM_ALONE = 260
/** The least height of a pane with little content. */
const LEAST_PANE = 130

/**
 * The height at which no pane of an embed except the bottom pane has to scroll. The bottom pane is below the documents; the other
 * panes are beside both.
 */
export function heightOf({ panes, around }: Boxes): number {
  const needs = new Map(panes.map(({ name, frame, content }) => [name, Math.max(frame + content, LEAST_PANE)]))
  const bottom = needs.has('documents') || panes.length > 1 ? BOTTOM_HEIGHT : BOTTOM_ALONE
  const middle = (needs.get('documents') ?? 0) + (needs.has('bottom') ? bottom : 0)
  return around + Math.max(needs.get('explorer') ?? 0, middle, needs.get('details') ?? 0)
}
