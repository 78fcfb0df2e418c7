import type { ManagedFieldsEntry } from '../../worker/api/object.ts'
import type { ObjectRef } from '../client/object-ref.ts'

/** A document as it is stored and shared. */
export interface SavedDocument {
  readonly name: string
  readonly text: string
  /** The field manager of its applies; undefined for the editor's default. */
  readonly manager?: string
}

/** The editor's documents as files: the shell reads and writes them in its home folder. */
export interface DocumentFiles {
  names(): readonly string[]
  read(name: string): string | undefined
  /** Creates the document when no document has that name. */
  write(name: string, text: string): void
  remove(name: string): void
  /** Shows the document in a tab; creates it when no document has that name. */
  open(name: string): void
}

/** A text with which a document is compared. */
export interface Comparison {
  /** Its name within a sentence: `the live object`. */
  readonly title: string
  /** The current text; undefined when the text no longer exists. Reactive. */
  text(): string | undefined
}

/** One document of the editor. Reactive: an effect that reads a field runs again when the field changes. */
export interface EditorDocument {
  readonly id: string
  /** `shop.yaml`; for an object's document `deployment/web`. */
  readonly name: string
  readonly language: 'yaml' | 'json' | 'typescript'
  /** The current text; the editor stores every change here immediately. */
  text: string
  /** The edited object; undefined for a file. */
  readonly object?: ObjectRef
  /** The YAML of the live object; undefined after its deletion, and for a document without an object. */
  readonly live?: string
  /** The text whose differences are shown; undefined when the document is not compared. */
  comparison?: Comparison
  /** The field owners of the live object. */
  readonly managedFields?: readonly ManagedFieldsEntry[]
  /** The field manager of its applies; undefined for the editor's default. */
  manager?: string
  /** Whether `text` differs from what was last loaded or applied. */
  readonly dirty: boolean
  /** Whether the user has just opened this document: its editor then takes the focus. */
  takesFocus: boolean
}
