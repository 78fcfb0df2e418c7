import type { Pane } from '../address/embed.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** The smallest usable size of each pane, in CSS pixels. */
const WIDTHS = { explorer: 180, middle: 340, details: 240 }
const HEIGHTS = { documents: 170, bottom: 130 }

/** Whether all panes of an embed fit beside and below each other; the terminal and the requests share a place. */
export function fits(panes: readonly Pane[], { width, height }: Size): boolean {
  const documents = panes.includes('edit')
  const bottom = panes.includes('terminal') || panes.includes('requests')
  const needs = {
    width:
      (panes.includes('explore') ? WIDTHS.explorer : 0) +
      (documents || bottom ? WIDTHS.middle : 0) +
      (panes.includes('details') ? WIDTHS.details : 0),
    height: (documents ? HEIGHTS.documents : 0) + (bottom ? HEIGHTS.bottom : 0),
  }
  const columns = [panes.includes('explore'), documents || bottom, panes.includes('details')].filter(Boolean).length
  const rows = documents && bottom ? 2 : 1
  return (columns === 1 || width >= needs.width) && (rows === 1 || height >= needs.height)
}
