import type { ObjectRef } from '../client/object-ref.ts'

/** A command of the palette. Panes register theirs with `AppCalls.registerCommands`. */
export interface Command {
  /** Stable and unique: `editor.apply`. */
  readonly id: string
  /** A verb phrase in sentence case: `Apply document`. */
  readonly title: string
  /** The heading under which the palette lists it: `Editor`. */
  readonly section: string
  /** The shortcut: `Mod-s`, `Mod-Shift-s`, `?`. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys?: string
  /** Further search terms. */
  readonly words?: string
  run(): void
}

export interface Notice {
  readonly tone: 'info' | 'success' | 'warning' | 'error'
  /** One sentence that says what happened. */
  readonly title: string
  /** The place, the remedy, and the complete text of the server. */
  readonly detail?: string
  /** Whether the detail is a text to copy by hand: it is selected as a whole. */
  readonly toCopy?: boolean
  readonly action?: { readonly label: string; run(): void }
  /** Whether the notice stays until the user dismisses it. Warnings and errors always stay. */
  readonly lasting?: boolean
  /** The id of the cluster that the notice is about. The notice disappears when the page closes this cluster. */
  readonly cluster?: string
}

/** The calls that every lazily loaded pane receives. */
export interface AppCalls {
  /** Opens an object's tab (its YAML in the editor): `svcctl edit`, a link in an output. */
  openObject(object: ObjectRef): void
  notify(notice: Notice): void
  /** Adds commands to the palette; call the result to remove them when the pane is destroyed. */
  registerCommands(commands: readonly Command[]): () => void
}
