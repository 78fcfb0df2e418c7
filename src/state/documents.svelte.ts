import type { ManagedFieldsEntry } from '../../worker/api/object.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { Comparison, DocumentFiles, EditorDocument, SavedDocument } from '../contracts/documents.ts'
import { freeName } from './free-name.ts'

/** An edited text: a file, or the YAML of an object. */
export class OpenDocument implements EditorDocument {
  readonly id: string
  readonly name: string
  readonly object?: ObjectRef
  takesFocus = false
  #manager = $state<string>()
  #text = $state('')
  #saved = $state<string>()
  #edited = $state(false)
  #live = $state<string>()
  #comparison = $state.raw<Comparison>()
  #managedFields = $state.raw<readonly ManagedFieldsEntry[]>([])

  constructor({ name, text, manager }: SavedDocument, object?: ObjectRef) {
    this.id = object === undefined ? `file:${name}` : `object:${name}`
    this.name = name
    this.object = object
    this.#manager = manager
    this.#text = text
    this.#saved = text
    if (object !== undefined) this.#live = text
  }

  get language(): EditorDocument['language'] {
    if (/\.handler\.[jt]s$/.test(this.name)) return 'typescript'
    return this.name.endsWith('.json') ? 'json' : 'yaml'
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
    if (this.dirty) this.#edited = true
  }

  /** Whether the text was ever edited; still true after an apply. */
  get edited(): boolean {
    return this.#edited
  }

  get live(): string | undefined {
    return this.#live
  }

  get manager(): string | undefined {
    return this.#manager
  }

  set manager(manager: string | undefined) {
    this.#manager = manager
  }

  get comparison(): Comparison | undefined {
    return this.#comparison
  }

  set comparison(comparison: Comparison | undefined) {
    this.#comparison = comparison
  }

  get managedFields(): readonly ManagedFieldsEntry[] {
    return this.#managedFields
  }

  /** Called when the live object changes. Replaces the text, unless the user has edited it. */
  follow(live: string | undefined, managedFields: readonly ManagedFieldsEntry[] = []): void {
    const untouched = !this.dirty
    this.#managedFields = managedFields
    this.#live = live
    if (live === undefined || !untouched) return
    this.#text = live
    this.#saved = live
  }

  get dirty(): boolean {
    return this.#text !== this.#saved
  }

  /** Marks the text as applied. */
  markApplied(): void {
    this.#saved = this.#text
  }

  /** Marks the text as not applied, when the last applied text is unknown. */
  markUnapplied(): void {
    this.#saved = undefined
  }
}

/** The limit of all stored texts, in UTF-16 units. */
const MAX_REMEMBERED = 256 * 1024

/** The files of one cluster; the shell shows them in its home folder. */
export class Documents implements DocumentFiles {
  #all = $state.raw<readonly OpenDocument[]>([])
  readonly #show: (name: string) => void

  constructor(saved: readonly SavedDocument[], show: (name: string) => void) {
    this.#all = saved.map((document) => new OpenDocument(document))
    this.#show = show
  }

  get all(): readonly OpenDocument[] {
    return this.#all
  }

  names(): readonly string[] {
    return this.#all.map((document) => document.name)
  }

  get(name: string): OpenDocument | undefined {
    return this.#all.find((document) => document.name === name)
  }

  read(name: string): string | undefined {
    return this.get(name)?.text
  }

  write(name: string, text: string): void {
    const document = this.get(name)
    if (document === undefined) this.#all = [...this.#all, new OpenDocument({ name, text })]
    else document.text = text
  }

  /** Adds a document. Appends a number to its name when the name is in use. */
  add(document: SavedDocument): string {
    const name = this.freeName(document.name)
    this.#all = [...this.#all, new OpenDocument({ ...document, name })]
    return name
  }

  remove(name: string): void {
    this.#all = this.#all.filter((document) => document.name !== name)
  }

  open(name: string): void {
    if (this.get(name) === undefined) this.write(name, '')
    this.#show(name)
  }

  /** The name; when it is in use, with a number before the ending: `untitled-2.yaml`, `guard-2.handler.ts`. */
  freeName(wanted: string): string {
    const [ending = ''] = /(?:\.handler)?\.\w+$/.exec(wanted) ?? []
    return freeName(wanted.slice(0, wanted.length - ending.length), new Set(this.names()), ending)
  }

  /** The files to store for the next visit. When they exceed the limit, the oldest are left out. */
  save(): SavedDocument[] {
    let room = MAX_REMEMBERED
    const kept: SavedDocument[] = []
    for (const { name, text, manager } of [...this.#all].reverse()) {
      room -= text.length
      if (room < 0) break
      kept.unshift({ name, text, ...(manager === undefined ? {} : { manager }) })
    }
    return kept
  }
}
