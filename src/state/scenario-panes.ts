import type { LabId } from '../address/labs.ts'
import type { PaneName } from '../scenario/scenario.ts'
import { layout } from './layout.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

type Show = (workspace: Workspace) => void

const lab =
  (id: LabId): Show =>
  (workspace) =>
    workspace.open({ kind: 'lab', id })

const SHOW: Readonly<Record<PaneName, Show>> = {
  terminal: () => layout.showBottom('terminal'),
  requests: () => layout.showBottom('requests'),
  editor: () => layout.showDocuments(),
  explorer() {
    // In the layout `medium` the explorer is a drawer, which would cover the editor.
    if (layout.mode !== 'medium' && !layout.explorerOpen) layout.toggleExplorer()
  },
  map: (workspace) => workspace.open({ kind: 'map', namespace: '' }),
  'cel-lab': lab('cel'),
  'crd-lab': lab('crd'),
  'policy-lab': lab('policy'),
  'certificate-lab': lab('certificate'),
  'conflict-lab': lab('conflict'),
}

/** Opens the panes of a scenario; a phone shows the first of them. Other panes are unchanged. */
export function showPanes(workspace: Workspace, panes: readonly PaneName[]): void {
  const shown = layout.mode === 'narrow' ? panes.slice(0, 1) : panes
  for (const pane of shown) SHOW[pane](workspace)
}
