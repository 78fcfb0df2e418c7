import type { ApiObject } from '../api/object.ts'
import type { Clock } from '../clock/clock.ts'
import { History } from './history.ts'
import type { Log, LogChange, LogRecord, LogState } from './persistence/log.ts'
import { ResourceTree } from './resource-tree.ts'
import type { Cause, Change, KeptChange, Key, Snapshot, Store, Stored, Watch, WatchOptions } from './store.ts'
import { Compacted, FutureRevision, RevisionMismatch, StorageFailed } from './store.ts'
import type { Encoded, Encoding } from './stored-revision.ts'
import { StoredRemoval, StoredRevision } from './stored-revision.ts'
import { Watchers } from './watchers.ts'

export interface StoreOptions extends Encoding {
  readonly log: Log
  readonly clock: Clock
  /** How long a change is kept for watches and older snapshots, at least; by default 5 minutes, as the real server does. */
  readonly historyMs?: number
  /** How many bytes the kept changes may hold; the oldest go before their time. */
  readonly historyBytes?: number
  /** Told of what a watch's listener throws. */
  readonly report?: (error: unknown) => void
}

/** Opens the log and reads what it holds. History does not outlive the store: it starts at the log's revision. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const state = await options.log.open()
  if (state.revision < 1) throw new Error('the log of an empty store must open at revision 1')
  return new RevisionedStore(options, state)
}

/** A write that waits for its commit. */
interface Write {
  readonly key: Key
  readonly logKey: string
  /** Undefined: the object is removed. */
  readonly content: { readonly object: ApiObject; readonly encoded: Encoded } | undefined
  readonly expected: number
  readonly cause: Cause | undefined
  resolve(stored: Stored): void
  reject(error: unknown): void
}

class RevisionedStore implements Store {
  readonly #log: Log
  readonly #clock: Clock
  readonly #encoding: Encoding
  readonly #historyMs: number
  readonly #trees = new Map<string, ResourceTree>()
  readonly #history: History
  readonly #watchers: Watchers
  readonly #waiting = new Set<{ readonly revision: number; settle(reached: boolean): void }>()
  readonly #unfollow: () => void
  #revision: number
  #queue: Write[] = []
  /** Until the queue is empty. */
  #committing: Promise<void> | undefined
  #cancelCompaction: (() => void) | undefined
  #isClosed = false

  constructor(options: StoreOptions, state: LogState) {
    this.#log = options.log
    this.#clock = options.clock
    this.#encoding = { encode: options.encode, decode: options.decode }
    this.#historyMs = options.historyMs ?? HISTORY_MS
    this.#revision = state.revision
    this.#history = new History(state.revision, options.historyBytes ?? HISTORY_BYTES)
    this.#watchers = new Watchers(options.report ?? console.error)
    for (const { key, value, revision } of state.records)
      if (value !== undefined) this.#load(parseKey(key), value, revision)
    this.#unfollow = this.#log.follow((records) => this.#follow(records))
  }

  get revision(): number {
    return this.#revision
  }

  get compactedRevision(): number {
    return this.#history.compactedRevision
  }

  get(key: Key): StoredRevision | undefined {
    return this.#trees.get(key.resource)?.get(key.namespace, key.name)
  }

  snapshot(resource: string, revision = this.#revision): Snapshot {
    if (revision > this.#revision) throw new FutureRevision(`revision ${revision} is not reached yet`)
    if (revision < this.compactedRevision) throw new Compacted(this.compactedRevision)
    const tree = this.#treeOf(resource)
    return revision === this.#revision
      ? tree.snapshot(revision)
      : tree.snapshotBefore(this.#history.backTo(resource, revision), revision)
  }

  put(key: Key, object: ApiObject, expected: number, cause?: Cause): Promise<Stored> {
    return this.#enqueue(key, expected, cause, () => {
      const encoded = this.#encoding.encode(object)
      if (!encoded.after.startsWith('"')) throw new Error('a member must stand behind the place of the version')
      return { object, encoded }
    })
  }

  remove(key: Key, expected: number, cause?: Cause): Promise<Stored> {
    return this.#enqueue(key, expected, cause, () => undefined)
  }

  watch(options: WatchOptions): Watch {
    return this.#watchers.add(options, this.#history.since(options.resource, options.from))
  }

  changes(after: number): Iterable<KeptChange> {
    return this.#history.all(after)
  }

  reached(revision: number, ms: number): Promise<boolean> {
    if (revision <= this.#revision) return Promise.resolve(true)
    return new Promise((resolve) => {
      const waiting = {
        revision,
        settle: (reached: boolean) => {
          cancel()
          this.#waiting.delete(waiting)
          resolve(reached)
        },
      }
      const cancel = this.#clock.after(ms, () => waiting.settle(false))
      this.#waiting.add(waiting)
    })
  }

  compact(): void {
    this.#compactBefore(Infinity)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#committing !== undefined) await this.#committing
    this.#cancelCompaction?.()
    this.#unfollow()
    for (const waiting of this.#waiting) waiting.settle(false)
    this.#watchers.endAll()
    await this.#log.close()
  }

  #enqueue(key: Key, expected: number, cause: Cause | undefined, content: () => Write['content']): Promise<Stored> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StorageFailed('the store is closed')
      const logKey = `${key.resource}/${key.namespace}/${key.name}`
      this.#queue.push({ key, logKey, content: content(), expected, cause, resolve, reject })
      if (this.#committing === undefined) this.#commitQueue()
    })
  }

  /** Writes that arrive while the log works on one group become the next. */
  #commitQueue(): void {
    const group = this.#takeGroup()
    this.#committing = group.length === 0 ? undefined : this.#commit(group).then(() => this.#commitQueue())
  }

  /**
   * Takes the waiting writes whose `expected` holds and refuses the others. A further write to a key of the group stays
   * in the queue: whether it holds is known only when the group is durable or has failed.
   */
  #takeGroup(): Write[] {
    const group = new Map<string, Write>()
    const later: Write[] = []
    for (const write of this.#queue) {
      const current = this.get(write.key)
      if (group.has(write.logKey)) later.push(write)
      else if ((current?.revision ?? 0) === write.expected && (current ?? write.content) !== undefined)
        group.set(write.logKey, write)
      else write.reject(new RevisionMismatch(`${write.logKey} is not at revision ${write.expected} any more`))
    }
    this.#queue = later
    return [...group.values()]
  }

  #commit(group: readonly Write[]): Promise<void> {
    return this.#log.commit(group.map((write) => new WrittenChange(write))).then(
      (first) => this.#settle(group, first),
      (error: unknown) => {
        for (const write of group) write.reject(error)
      },
    )
  }

  #settle(group: readonly Write[], first: number): void {
    let revision = first
    for (const write of group) {
      const { key, content, cause } = write
      const stored = content && StoredRevision.written(key, revision, content.object, content.encoded, this.#encoding)
      write.resolve(this.#apply(key, stored, revision, cause))
      revision++
    }
  }

  #follow(records: readonly LogRecord[]): void {
    for (const { key: logKey, value, revision } of records) {
      const key = parseKey(logKey)
      const stored = value && StoredRevision.logged(key, revision, value, this.#encoding)
      this.#apply(key, stored, revision, undefined)
    }
  }

  /** Makes one durable change visible and tells who waits for it. `stored` is undefined for a removal. */
  #apply(key: Key, stored: StoredRevision | undefined, revision: number, cause: Cause | undefined): Stored {
    const tree = this.#treeOf(key.resource)
    const previous = tree.get(key.namespace, key.name)
    const current = stored ?? (previous && new StoredRemoval(previous, revision))
    if (current === undefined) throw new Error(`the log removed ${key.name} of ${key.resource}, which it never held`)
    if (stored === undefined) tree.delete(key.namespace, key.name)
    else tree.set(stored)
    this.#revision = revision
    const type = stored === undefined ? 'remove' : 'put'
    const change: Change = { type, revision, key, current, previous, cause, encoded: new Map() }
    this.#history.add(change, this.#clock.now(), previous?.size ?? 0)
    this.#cancelCompaction ??= this.#compactLater()
    this.#watchers.deliver(change)
    for (const waiting of this.#waiting) if (waiting.revision <= revision) waiting.settle(true)
    previous?.retire()
    return current
  }

  /** @param time `Clock.now`; changes up to it go. */
  #compactBefore(time: number): void {
    this.#history.compact(time)
    for (const tree of this.#trees.values()) tree.compact(this.compactedRevision)
  }

  #compactLater(): () => void {
    return this.#clock.after(this.#historyMs / 10, () => {
      this.#compactBefore(this.#clock.now() - this.#historyMs)
      this.#cancelCompaction = this.#history.isEmpty ? undefined : this.#compactLater()
    })
  }

  #treeOf(resource: string): ResourceTree {
    const tree = this.#trees.get(resource) ?? new ResourceTree()
    this.#trees.set(resource, tree)
    return tree
  }

  #load(key: Key, value: Uint8Array, revision: number): void {
    this.#treeOf(key.resource).set(StoredRevision.logged(key, revision, value, this.#encoding))
  }
}

/** What the log is given of a write. The bytes are made when it takes them: a log in memory never does. */
class WrittenChange implements LogChange {
  readonly key: string
  readonly expected: number
  readonly writeId: string | undefined
  readonly #content: Write['content']

  constructor({ logKey, expected, content, cause }: Write) {
    this.key = logKey
    this.expected = expected
    this.writeId = cause?.requestId
    this.#content = content
  }

  get value(): Uint8Array | undefined {
    return this.#content && utf8.encode(this.#content.encoded.before + this.#content.encoded.after)
  }
}

const utf8 = new TextEncoder()
const HISTORY_MS = 5 * 60_000
const HISTORY_BYTES = 12 * 2 ** 20

/** `apps/deployments/default/web`: neither a namespace nor a name holds a slash. */
function parseKey(logKey: string): Key {
  const name = logKey.lastIndexOf('/')
  const namespace = logKey.lastIndexOf('/', name - 1)
  return {
    resource: logKey.slice(0, namespace),
    namespace: logKey.slice(namespace + 1, name),
    name: logKey.slice(name + 1),
  }
}
