import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { AppCalls } from './commands.ts'
import type { DocumentFiles, EditorDocument } from './documents.ts'

// The properties of the panes that load lazily (`terminal/terminal-pane.svelte`, `editor/editor-pane.svelte`) and the
// handles they return. A pane reaches the cluster only by `cluster.fetch` and the rest of the app only by these calls.

/** The calls of a started terminal. */
export interface TerminalControl {
  focus(): void
  /** Types the line and runs it as if the user had; queued while another command runs. */
  run(line: string): void
}

/** A command line of the terminal after its end. */
export interface EndedCommand {
  readonly line: string
  /** The exit code. */
  readonly code: number
  /** Its first 64 Ki characters. */
  readonly stdout: string
}

/** The cluster and the files that the commands of a terminal use. */
export interface TerminalPlace {
  readonly cluster: ClusterHandle
  readonly files: DocumentFiles
  /** `svcctl edit`: opens the object's YAML in the editor. */
  openEditor(object: ObjectRef): void
}

export interface TerminalPaneProps {
  /** Undefined while no cluster is open: the terminal shows its screen first and the prompt when a cluster opens. */
  readonly place: TerminalPlace | undefined
  readonly app: Omit<AppCalls, 'openObject'>
  /** Called for each place when its first prompt is drawn. */
  onready(terminal: TerminalControl): void
  /** False while another pane covers it: the terminal draws nothing. */
  readonly visible: boolean
}

export interface EditorPaneProps {
  readonly cluster: ClusterHandle
  readonly app: AppCalls
  readonly document: EditorDocument
  /** The namespace of objects that name none; empty means `default`. */
  readonly namespace: string
  /** Applies the document as the tab's own buttons do (Mod-s, Mod-Shift-s inside the editor). */
  onapply(options: { readonly dryRun: boolean }): void
  /** Called once when the editor is on screen: the caller then removes the plain text. */
  onready(): void
}
