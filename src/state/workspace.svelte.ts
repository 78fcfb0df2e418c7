import { dialects } from '../../worker/dialect/dialect.ts'
import type { Discovery, ResourceType } from '../client/discovery.ts'
import type { Informer } from '../client/informer.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ObjectSection, Place } from '../address/route.ts'
import type { ClusterHandle, ClusterState } from '../cluster/cluster.ts'
import { exampleFile } from '../examples/shop.ts'
import { Documents } from './documents.svelte.ts'
import type { Draft } from './drafts.ts'
import { keptDrafts, readDrafts } from './drafts.ts'
import type { SavedDocument } from '../contracts/documents.ts'
import { layout } from './layout.svelte.ts'
import { afterTerminal } from './loading-order.ts'
import { notices } from './notices.svelte.ts'
import { recall, remember } from './storage.ts'
import type { Tab } from './tabs.svelte.ts'
import { Tabs } from './tabs.svelte.ts'

export interface Saved {
  readonly documents: readonly SavedDocument[]
  /** The names of the documents whose changes are not applied. */
  readonly unapplied?: readonly string[]
  readonly tabs: readonly Place[]
  /** The unapplied texts of objects, by the keys of their tabs. */
  readonly drafts?: readonly Draft[]
  readonly active: number
  readonly namespace: string
}

function isSaved(value: unknown): value is Saved {
  if (typeof value !== 'object' || value === null) return false
  const { documents, tabs } = value as Partial<Saved>
  return Array.isArray(documents) && Array.isArray(tabs)
}

const MAX_RECENT = 12

/** The state of the page for one open cluster: served resources, open tabs, and the selected namespace. */
export class Workspace {
  readonly cluster: ClusterHandle
  readonly tabs = new Tabs()
  readonly documents: Documents
  /** Whether this browser had no stored state of the cluster when it was opened. */
  readonly firstVisit: boolean
  #state = $state.raw<ClusterState>({ phase: 'opening', saved: 'saved', revision: 0 })
  #discovery = $state.raw<Discovery>()
  #discoveryError = $state.raw<Error>()
  #namespaces = $state.raw<readonly string[]>([])
  #customTypes = $state.raw<ReadonlySet<string>>(new Set())
  #namespace = $state('')
  #user = $state('')
  #recent = $state.raw<readonly ObjectRef[]>([])
  #selected = $state.raw<ObjectRef>()
  readonly #informers: Informer[] = []
  #closed = false
  readonly #stopState: () => void

  constructor(cluster: ClusterHandle, start?: Saved) {
    this.cluster = cluster
    const remembered = start ?? recall(`workspace.${cluster.id}`)
    const saved = isSaved(remembered) ? remembered : undefined
    this.firstVisit = saved === undefined
    const example = { ...exampleFile, text: dialects[cluster.info.dialect].spell(exampleFile.text) }
    this.documents = new Documents(saved?.documents ?? [example], (name) => this.open({ kind: 'file', name }))
    for (const name of saved?.unapplied ?? []) this.documents.get(name)?.markUnapplied()
    this.#namespace = saved?.namespace ?? ''
    for (const place of saved?.tabs ?? [{ kind: 'file', name: exampleFile.name } as const])
      this.tabs.show(place, { pin: true })
    const drafts = readDrafts(saved?.drafts)
    for (const tab of this.tabs.open) tab.restored = drafts.get(tab.key)
    const active = this.tabs.open[saved?.active ?? 0]
    if (active !== undefined) this.tabs.activate(active)
    this.#stopState = cluster.onState((state) => {
      const before = this.#state
      this.#state = state
      if (state.error === before.error && state.notice === before.notice) return
      import('./reported-state.ts').then(
        ({ reportState }) => reportState(cluster.id, state, before),
        (error: unknown) => notices.fail(String(state.error ?? state.notice), error),
      )
    })
    void this.#begin()
  }

  get state(): ClusterState {
    return this.#state
  }

  get discovery(): Discovery | undefined {
    return this.#discovery
  }

  get discoveryError(): Error | undefined {
    return this.#discoveryError
  }

  get namespaces(): readonly string[] {
    return this.#namespaces
  }

  /** The types of custom resources, as `plural.group`: the names of their definitions. */
  get customTypes(): ReadonlySet<string> {
    return this.#customTypes
  }

  /** The namespace that tables and counts show; empty for all namespaces. */
  get namespace(): string {
    return this.#namespace
  }

  set namespace(namespace: string) {
    this.#namespace = namespace
  }

  /** The user name that the cluster reports for this page; empty until it is loaded. */
  get user(): string {
    return this.#user
  }

  /** Newest first. */
  get recent(): readonly ObjectRef[] {
    return this.#recent
  }

  /** The object that the reader selected or opened last. The details pane shows it beside a table or the map. */
  get selected(): ObjectRef | undefined {
    return this.#selected
  }

  select(ref: ObjectRef | undefined): void {
    this.#selected = ref
  }

  open(place: Place, { pin = false } = {}): Tab {
    if (place.kind === 'file' && this.documents.get(place.name) === undefined) this.documents.write(place.name, '')
    if (place.kind === 'object') {
      const isOther = (recent: ObjectRef): boolean => JSON.stringify(recent) !== JSON.stringify(place.at)
      this.#recent = [place.at, ...this.#recent.filter(isOther)].slice(0, MAX_RECENT)
      this.#selected = place.at
    }
    layout.showDocuments()
    return this.tabs.show(place, { pin })
  }

  openObject(at: ObjectRef, section: ObjectSection = 'yaml'): void {
    this.open(at.name === '' ? { kind: 'collection', at } : { kind: 'object', at, section })
  }

  openType(type: ResourceType, { pin = false } = {}): void {
    const { group, version, resource } = type
    this.open({ kind: 'collection', at: { group, version, resource, namespace: '', name: '' } }, { pin })
  }

  newDocument(text = ''): void {
    const name = this.documents.freeName('untitled.yaml')
    this.documents.write(name, text)
    this.documents.open(name)
    const document = this.documents.get(name)
    if (document !== undefined) document.takesFocus = true
  }

  async refreshDiscovery(): Promise<void> {
    try {
      const { discover } = await import('../client/discovery.ts')
      this.#discovery = await discover(this.cluster)
      this.#discoveryError = undefined
    } catch (error) {
      this.#discoveryError = error instanceof Error ? error : new Error(String(error))
    }
  }

  /** The resource of a kind; repeats discovery for an unknown kind (its definition may be new). */
  async resolveKind(group: string, kind: string): Promise<ResourceType | undefined> {
    const known = this.#discovery?.byKind(group, kind)
    if (known !== undefined) return known
    await this.refreshDiscovery()
    return this.#discovery?.byKind(group, kind)
  }

  /** The state that the next visit restores. */
  remembered(): Saved {
    const open = this.tabs.open
    return {
      documents: this.documents.save(),
      unapplied: this.documents.all.filter(({ dirty }) => dirty).map(({ name }) => name),
      tabs: open.map((tab) => tab.place),
      drafts: keptDrafts(open.flatMap(({ key, draft }): Draft[] => (draft === undefined ? [] : [[key, draft]]))),
      active: open.findIndex((tab) => tab === this.tabs.active),
      namespace: this.#namespace,
    }
  }

  /** Stores the state for the next visit. Returns whether it was stored. */
  save(saved = this.remembered()): boolean {
    return remember(`workspace.${this.cluster.id}`, saved)
  }

  close(): void {
    this.#closed = true
    for (const informer of this.#informers) informer.stop()
    this.#stopState()
    notices.leave(this.cluster.id)
    this.cluster.close()
  }

  /** Reads the content of the explorer. Waits until the terminal is ready, so as not to delay it. */
  async #begin(): Promise<void> {
    await afterTerminal()
    if (this.#closed) return
    void this.refreshDiscovery()
    void this.#askUser()
    const { followNames, repeatedly } = await import('./followed-names.ts')
    if (this.#closed) return
    const group = dialects[this.cluster.info.dialect].spell('apiextensions.{domain}')
    const rediscover = repeatedly(() => this.refreshDiscovery())
    // Every change of a definition counts, because its type is served when a later change says that it is Established.
    const takeDefinitions = (names: readonly string[]): void => {
      if (names.length > 0 || this.#customTypes.size > 0) rediscover()
      this.#customTypes = new Set(names)
    }
    this.#informers.push(
      followNames(this.cluster, '/api/v1/namespaces', (names) => (this.#namespaces = names)),
      followNames(this.cluster, `/apis/${group}/v1/customresourcedefinitions`, takeDefinitions),
    )
  }

  async #askUser(): Promise<void> {
    const { ownUser } = await import('./own-user.ts')
    this.#user = await ownUser(this.cluster)
  }
}
