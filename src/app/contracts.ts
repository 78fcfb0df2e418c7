import type { ManagedFieldsEntry } from '../../worker/api/object.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

/**
 * What the app hands to the panes that load lazily (`terminal/terminal-pane.svelte`, `editor/editor-pane.svelte`) and
 * what they hand back. A pane reaches the cluster only by `cluster.fetch` and the rest of the app only by these calls.
 */

/** One object, or with an empty name the collection, as the API's path spells it. */
export interface ObjectRef {
  /** Empty for the core group. */
  readonly group: string
  readonly version: string
  /** Plural, lower case: `deployments`. */
  readonly resource: string
  /** Empty for cluster scope, and for "all namespaces" of a collection. */
  readonly namespace: string
  readonly name: string
}

/** An entry of the palette; also how a pane makes its actions known to it. */
export interface Command {
  /** Stable and unique: `editor.apply`. */
  readonly id: string
  /** A verb phrase in sentence case: `Apply document`. */
  readonly title: string
  /** The heading under which the palette lists it: `Editor`. */
  readonly section: string
  /** As shown and matched: `Mod-s`, `Mod-Shift-s`, `?`. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys?: string
  /** Further words that find it. */
  readonly words?: string
  run(): void
}

export interface Notice {
  readonly tone: 'info' | 'success' | 'warning' | 'error'
  /** What happened, in one sentence. */
  readonly title: string
  /** Where, what to do, and the server's own text, whole. */
  readonly detail?: string
  readonly action?: { readonly label: string; run(): void }
  /** Stays until it is dismissed, as warnings and errors do anyway. */
  readonly lasting?: boolean
}

/** The calls that every lazily loaded pane gets. */
export interface AppCalls {
  /** Opens an object's tab (its YAML in the editor): `svcctl edit`, a link in an output. */
  openObject(object: ObjectRef): void
  notify(notice: Notice): void
  /** Adds commands to the palette while the pane lives; call the result to take them back. */
  registerCommands(commands: readonly Command[]): () => void
}

/** The editor's documents as files: the shell reads and writes them in its home folder. */
export interface DocumentFiles {
  names(): readonly string[]
  read(name: string): string | undefined
  /** Creates the document where there is none of that name. */
  write(name: string, text: string): void
  remove(name: string): void
  /** Shows the document in a tab, creating it where there is none of that name. */
  open(name: string): void
}

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

/** One document of the editor. Reactive: reading a field in an effect follows it. */
export interface EditorDocument {
  readonly id: string
  /** `shop.yaml`; for an object's document `deployment/web`. */
  readonly name: string
  readonly language: 'yaml' | 'json'
  /** What the editor shows; the editor writes every change here at once. */
  text: string
  /** Set for an object's document. */
  readonly object?: ObjectRef
  /** The object's YAML as the server holds it now; undefined once it is deleted and for documents without object. */
  readonly live?: string
  /** Whether the differences to `live` are shown. */
  comparing: boolean
  /** Who owns which fields of that object. */
  readonly managedFields?: readonly ManagedFieldsEntry[]
  /** The field manager it is applied as, where that is not the editor's own. */
  readonly manager?: string
  /** Whether `text` differs from what was last loaded or applied. */
  readonly dirty: boolean
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
