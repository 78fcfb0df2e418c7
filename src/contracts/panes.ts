import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { AppCalls } from './commands.ts'
import type { DocumentFiles, EditorDocument } from './documents.ts'

/**
 * What the app hands to the panes that load lazily (`terminal/terminal-pane.svelte`, `editor/editor-pane.svelte`) and
 * what they hand back. A pane reaches the cluster only by `cluster.fetch` and the rest of the app only by these calls.
 */

/** What the app may ask of a terminal that is up. */
export interface TerminalControl {
  focus(): void
  /** Types the line and runs it, as if the person had; queued while another command runs. */
  run(line: string): void
}

/** What a terminal's lines are run against. */
export interface TerminalPlace {
  readonly cluster: ClusterHandle
  readonly files: DocumentFiles
  /** `svcctl edit`: opens the object's YAML in the editor. */
  openEditor(object: ObjectRef): void
}

export interface TerminalPaneProps {
  /** Undefined while no cluster is open: the screen is there already, the prompt comes with the cluster. */
  readonly place: TerminalPlace | undefined
  readonly app: Omit<AppCalls, 'openObject'>
  /** Called for each place, when its first prompt is drawn. */
  onready(terminal: TerminalControl): void
  /** False while another pane covers it: nothing needs to be drawn. */
  readonly visible: boolean
}

export interface EditorPaneProps {
  readonly cluster: ClusterHandle
  readonly app: AppCalls
  readonly document: EditorDocument
  /** Where a document that names no namespace goes; empty means `default`. */
  readonly namespace: string
  /** Applies the document as the tab's own buttons do (Mod-s, Mod-Shift-s inside the editor). */
  onapply(options: { readonly dryRun: boolean }): void
  /** Called once, when the editor is on screen: the plain text below it goes away. */
  onready(): void
}
