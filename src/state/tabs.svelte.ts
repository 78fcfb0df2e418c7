import { refKey } from '../client/resource-path.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import { labName } from '../address/lab-names.ts'
import type { LabId } from '../address/labs.ts'
import type { ObjectSection, Place } from '../address/route.ts'
import type { OpenDocument } from './documents.svelte.ts'

/** One tab of the documents pane. The next opened tab replaces an unpinned tab (a preview). */
export class Tab {
  readonly key: string
  readonly kind: Place['kind']
  /** The object or collection; undefined for a file. */
  readonly at?: ObjectRef
  /** The file's name, or empty. */
  readonly file: string
  /** The unapplied text of an earlier visit; `openObjectDocument` writes it into the document. */
  restored: string | undefined
  #example = $state('')
  #lab = $state<LabId>()
  #namespace = $state('')
  #section = $state<ObjectSection>('yaml')
  #pinned = $state(false)
  #document = $state.raw<OpenDocument>()

  constructor(place: Place) {
    this.key = tabKey(place)
    this.kind = place.kind
    this.file = place.kind === 'file' ? place.name : ''
    if (place.kind === 'collection' || place.kind === 'object') this.at = place.at
    this.follow(place)
    this.#pinned = place.kind !== 'collection' && place.kind !== 'object'
  }

  get section(): ObjectSection {
    return this.#section
  }

  set section(section: ObjectSection) {
    this.#section = section
  }

  /** The id of the example that the examples show. */
  get example(): string {
    return this.#example
  }

  set example(id: string) {
    this.#example = id
  }

  /** The lab that the tab shows; undefined for another kind of place. */
  get lab(): LabId | undefined {
    return this.#lab
  }

  /** The namespace of the map; empty for the namespace selected in the explorer. */
  get namespace(): string {
    return this.#namespace
  }

  set namespace(namespace: string) {
    this.#namespace = namespace
  }

  /** Applies the part of the route that selects a view inside the tab. */
  follow(place: Place): void {
    if (place.kind === 'object') this.#section = place.section
    else if (place.kind === 'examples') this.#example = place.id
    else if (place.kind === 'lab') this.#lab = place.id
    else if (place.kind === 'map') this.#namespace = place.namespace
  }

  /** The document of an object; undefined before the object is read, and for another kind of place. */
  get document(): OpenDocument | undefined {
    return this.#document
  }

  set document(document: OpenDocument) {
    this.#document = document
  }

  /** The unapplied text of an object, which the next visit restores. */
  get draft(): string | undefined {
    if (this.#document === undefined) return this.restored
    return this.at !== undefined && this.#document.dirty ? this.#document.text : undefined
  }

  /** Whether the tab is pinned. The first edit of its document pins it, because a replaced tab loses its document. */
  get pinned(): boolean {
    return this.#pinned || this.#document?.edited === true
  }

  pin(): void {
    this.#pinned = true
  }

  get place(): Place {
    if (this.kind === 'examples') return { kind: 'examples', id: this.#example }
    if (this.kind === 'catalogue') return { kind: 'catalogue' }
    if (this.#lab !== undefined) return { kind: 'lab', id: this.#lab }
    if (this.kind === 'map') return { kind: 'map', namespace: this.#namespace }
    if (this.at === undefined) return { kind: 'file', name: this.file }
    if (this.kind === 'collection') return { kind: 'collection', at: this.at }
    return { kind: 'object', at: this.at, section: this.#section }
  }

  get title(): string {
    if (this.kind === 'examples') return 'Examples'
    if (this.kind === 'catalogue') return 'Lessons'
    if (this.#lab !== undefined) return labName(this.#lab)
    if (this.kind === 'map') return 'Map'
    if (this.at === undefined) return this.file
    return this.kind === 'collection' ? this.at.resource : this.at.name
  }
}

/** The key of a tab. Each resource has only one table tab, because a table follows the selected namespace. */
function tabKey(place: Place): string {
  if (place.kind === 'file') return `file:${place.name}`
  if (place.kind === 'collection') return `table:${place.at.group}/${place.at.resource}`
  return place.kind === 'object' ? `object:${refKey(place.at)}` : place.kind
}

export class Tabs {
  #open = $state.raw<readonly Tab[]>([])
  #active = $state.raw<Tab>()

  get open(): readonly Tab[] {
    return this.#open
  }

  get active(): Tab | undefined {
    return this.#active
  }

  show(place: Place, { pin = false } = {}): Tab {
    const key = tabKey(place)
    let tab = this.#open.find((other) => other.key === key)
    if (tab === undefined) {
      tab = new Tab(place)
      const preview = this.#open.findIndex((other) => !other.pinned)
      if (preview >= 0 && !tab.pinned && !pin) this.#open = this.#open.with(preview, tab)
      else this.#open = [...this.#open, tab]
    } else tab.follow(place)
    if (pin) tab.pin()
    this.#active = tab
    return tab
  }

  activate(tab: Tab): void {
    this.#active = tab
  }

  /** Closes a tab. When it was active, activates its neighbour. */
  close(tab: Tab): void {
    const index = this.#open.indexOf(tab)
    if (index < 0) return
    this.#open = this.#open.filter((other) => other !== tab)
    if (this.#active === tab) this.#active = this.#open[Math.min(index, this.#open.length - 1)]
  }

  step(by: 1 | -1): void {
    const index = this.#open.findIndex((tab) => tab === this.#active)
    const count = this.#open.length
    if (count > 0) this.#active = this.#open[(index + by + count) % count]
  }
}
