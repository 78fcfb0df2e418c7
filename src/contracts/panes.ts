import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { AppCalls } from './commands.ts'
import type { DocumentFiles, EditorDocument } from './documents.ts'

// The properties of the panes that load lazily (`terminal/terminal-pane.svelte`, `editor/editor-pane.svelte`), and the
// handles that they return. A pane uses the cluster only through `cluster.fetch`, and the rest of the app only through these
// calls.

/** The calls of a started terminal. */
export interface TerminalControl {
  focus(): void
  /** Types the line and runs it like a line of the user. While another command runs, the line waits. */
  run(line: string): void
}

/** A command line of the terminal that has ended. */
export interface EndedCommand {
  readonly line: string
  /** The exit code. */
  readonly code: number
  /** The first 64 Ki characters of its output. */
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
  /** The place of the terminal; undefined while no cluster is open. Then the screen is empty until a cluster opens. */
  readonly place: TerminalPlace | undefined
  readonly app: Omit<AppCalls, 'openObject'>
  /** Called for each place when its first prompt is drawn. */
  onready(terminal: TerminalControl): void
  /** Whether the terminal is not covered by another pane. A covered terminal draws nothing. */
  readonly visible: boolean
}

export interface EditorPaneProps {
  readonly cluster: ClusterHandle
  readonly app: AppCalls
  readonly document: EditorDocument
  /** The namespace of objects that name none; empty means `default`. */
  readonly namespace: string
  /** Applies the document as the buttons of its tab do (Mod-s and Mod-Shift-s inside the editor). */
  onapply(options: { readonly dryRun: boolean }): void
  /** Called once when the editor is on screen: the caller then removes the plain text. */
  onready(): void
}
