import { afterTerminal } from '../state/loading-order.ts'
import { once } from '../widgets/late-module.ts'

export const loadTerminal = once(() => import('../terminal/terminal-pane.svelte'))
export const loadExplorer = once(() => import('../explorer/explorer-pane.svelte'))
export const loadObjectTable = once(() => import('../explorer/object-table-tab.svelte'))
export const loadObjectView = once(() => import('../documents/object-view.svelte'))
/** The pages that do not depend on a cluster, by the kind of their tab. */
export const PAGES = {
  examples: once(() => import('../gallery/examples-page.svelte')),
  catalogue: once(() => import('../catalogue/catalogue-page.svelte')),
  lab: once(() => import('../labs/lab-page.svelte')),
}
export const loadHandler = once(() => import('../handlers/handler-view.svelte'))
export const loadMap = once(() => import('../map/namespace-map.svelte'))
export const loadDetails = once(() => import('./details-pane.svelte'))
/** The views of the bottom pane besides the terminal. */
export const BOTTOM_VIEWS = {
  requests: once(() => import('../requests/requests-pane.svelte')),
  timeline: once(() => import('../timeline/timeline-pane.svelte')),
  watches: once(() => import('../watches/watches-pane.svelte')),
}
export const loadNotices = once(() => import('./notice-list.svelte'))
export const loadPalette = once(() => import('./palette.svelte'))
export const loadQuestion = once(() => import('./question-dialog.svelte'))
export const loadShortcuts = once(() => import('./shortcuts-dialog.svelte'))

const loadSplitter = once(() => import('../widgets/splitter.svelte'))

/** Loads a splitter after the terminal. It overlaps the edge of its pane, so nothing moves when it appears. */
export const splitterAfterTerminal = (): ReturnType<typeof loadSplitter> => afterTerminal().then(loadSplitter)
export const explorerAfterTerminal = (): ReturnType<typeof loadExplorer> => afterTerminal().then(loadExplorer)
