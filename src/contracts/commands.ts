import type { ObjectRef } from '../client/object-ref.ts'

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
