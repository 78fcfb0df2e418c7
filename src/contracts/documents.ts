import type { ManagedFieldsEntry } from '../../worker/api/object.ts'
import type { ObjectRef } from '../client/object-ref.ts'

/** A document as it is stored and shared. */
export interface SavedDocument {
  readonly name: string
  readonly text: string
  /** The field manager it is applied as, where that is not the editor's own. */
  readonly manager?: string
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
