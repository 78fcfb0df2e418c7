import type { ApiObject } from '../api/object.ts'
import type { Clock } from '../clock/clock.ts'
import { DecodedObjects } from './decoded-objects.ts'
import type { ForkableStore, StoreContent } from './forkable-store.ts'
import { History } from './history.ts'
import type { FollowedRecord, Log, LogRecord, LogState, SharedLog } from './persistence/log.ts'
import { ResourceTrees } from './resource-trees.ts'
import { RevisionWaiters } from './revision-waiters.ts'
import type { Cause, Change, KeptChange, Key, PutOptions, Snapshot, Stored, Watch, WatchOptions } from './store.ts'
import type { StoreOptions } from './store-options.ts'
import { BasisChanged, Compacted, FutureRevision, RevisionMismatch, StorageFull, StoreClosed } from './store.ts'
import type { RevisionContext } from './stored-revision.ts'
import { StoredChange } from './stored-change.ts'
import { checkedEncoding, StoredRemoval, StoredRevision } from './stored-revision.ts'
import { Watchers } from './watchers.ts'
import type { WriteRequest, Write } from './write.ts'
import { parseKey, logKeyOf, touches, WrittenChange } from './write.ts'

/** Opens the log and reads its records. The history is not stored: it starts at the log's revision. */
export async function openStore(options: StoreOptions): Promise<ForkableStore> {
  const state = await options.log.open()
  if (state.revision < 1) throw new Error('the log of an empty store must open at revision 1')
  if (options.origin !== undefined && options.origin.revision !== state.revision)
    throw new Error(`the log is at revision ${state.revision}, its content at ${options.origin.revision}`)
  return new RevisionedStore(options, state)
}

class RevisionedStore implements ForkableStore {
  readonly catchUp: ForkableStore['catchUp']
  readonly #log: Log | SharedLog
  readonly #clock: Clock
  readonly #context: RevisionContext
  readonly #historyMs: number
  #trees: ResourceTrees
  readonly #history: History
  readonly #watchers: Watchers
  readonly #waiters: RevisionWaiters
  #revision: number
  #queue: Write[] = []
  /** Settles when the queue is empty. */
  #committing: Promise<void> | undefined
  #cancelCompaction: (() => void) | undefined
  /** Whether `together` is collecting writes. */
  #isGathering = false
  #isClosed = false

  constructor(options: StoreOptions, state: LogState) {
    const { log } = options
    this.#log = log
    const catchUp = async (shared: SharedLog): Promise<void> => {
      if (this.#isClosed) throw new StoreClosed()
      await shared.catchUp()
    }
    this.catchUp = 'write' in log ? () => catchUp(log) : undefined
    this.#clock = options.clock
    this.#waiters = new RevisionWaiters(options.clock)
    const decoded = new DecodedObjects(options.decodedObjects ?? DECODED_OBJECTS)
    this.#context = { encode: options.encode, decode: options.decode, decoded }
    this.#historyMs = options.historyMs ?? HISTORY_MS
    this.#revision = state.revision
    this.#history = new History(state.revision, options.historyBytes ?? HISTORY_BYTES)
    this.#watchers = new Watchers(options.report ?? console.error)
    this.#trees = options.origin?.trees ?? new ResourceTrees()
    if (options.origin === undefined) this.#loadAll(state)
    if ('write' in log) log.follow({ changed: (records) => this.#follow(records), reset: (to) => this.#reset(to) })
  }

  get revision(): number {
    return this.#revision
  }

  get compactedRevision(): number {
    return this.#history.compactedRevision
  }

  get outage(): string | undefined {
    return 'write' in this.#log ? undefined : this.#log.outage
  }

  get(key: Key): StoredRevision | undefined {
    return this.#trees.get(key.resource)?.get(key.namespace, key.name)
  }

  snapshot(resource: string, revision = this.#revision): Snapshot {
    if (revision > this.#revision) throw new FutureRevision(`revision ${revision} is not reached yet`)
    if (revision < this.compactedRevision) throw new Compacted(this.compactedRevision)
    const tree = this.#trees.of(resource)
    return revision === this.#revision
      ? tree.snapshot(revision)
      : tree.snapshotBefore(this.#history.backTo(resource, revision), revision)
  }

  put(
    key: Key,
    object: ApiObject,
    expected: number,
    { cause, basis, isSound = false }: PutOptions = {},
  ): Promise<Stored> {
    const content = () => ({ object, encoded: checkedEncoding(object, this.#context.encode(object)) })
    return this.#enqueue({ key, expected, cause, basis, isSound }, content)
  }

  remove(key: Key, expected: number, cause?: Cause): Promise<Stored> {
    return this.#enqueue({ key, expected, cause, basis: undefined, isSound: false }, () => undefined)
  }

  watch(options: WatchOptions): Watch {
    return this.#watchers.add(options, this.#history.since(options.resource, options.from))
  }

  watching = (key: Key): number => this.#watchers.count(key)

  observe = (listener: (change: Change) => void): (() => void) => this.#watchers.observe(listener)

  content = (): StoreContent => ({ revision: this.#revision, trees: this.#trees.copy() })

  changes = (after: number): Iterable<KeptChange> => this.#history.all(after)

  reached(revision: number, ms: number): Promise<boolean> {
    return revision <= this.#revision ? Promise.resolve(true) : this.#waiters.wait(revision, ms)
  }

  compact(): void {
    this.#compactBefore(Infinity)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#committing !== undefined) await this.#committing
    this.#cancelCompaction?.()
    this.#waiters.close()
    this.#watchers.endAll('closed')
    await this.#log.close()
  }

  together(writes: () => void): void {
    this.#isGathering = true
    writes()
    this.#isGathering = false
    const log = this.#log
    if (this.#committing === undefined && !('write' in log)) this.#commitQueue(log)
  }

  #enqueue({ key, expected, cause, basis, isSound }: WriteRequest, content: () => Write['content']): Promise<Stored> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StoreClosed()
      const write = { key, logKey: logKeyOf(key), expected, cause, basis, isSound, content: content(), resolve, reject }
      const log = this.#log
      // A shared log checks `expected` itself, because it has changes that have not reached this store yet.
      if ('write' in log) return void log.write(new WrittenChange(write)).catch(reject)
      this.#queue.push(write)
      if (this.#committing === undefined && !this.#isGathering) this.#commitQueue(log)
    })
  }

  /** Writes that arrive during a commit form the next group. */
  #commitQueue(log: Log): void {
    const group = this.#takeGroup()
    this.#committing = group.length === 0 ? undefined : this.#commit(log, group).then(() => this.#commitQueue(log))
  }

  /**
   * Takes the waiting writes whose `expected` holds and refuses all other waiting writes. A further write to a key of the group
   * stays in the queue, because its `expected` can be checked only after the group is durable or has failed. So does a write
   * whose basis the group changes.
   */
  #takeGroup(): Write[] {
    const waiting = this.#queue
    this.#queue = []
    // The usual case: one write.
    if (waiting.length === 1) return waiting.filter((write) => this.#holds(write))
    const group = new Map<string, Write>()
    for (const write of waiting) {
      if (group.has(write.logKey) || (write.basis !== undefined && touches(group, write.basis))) this.#queue.push(write)
      else if (this.#holds(write)) group.set(write.logKey, write)
    }
    return [...group.values()]
  }

  /** Returns whether a write's `expected` and basis hold; refuses the write otherwise. */
  #holds({ key, logKey, content, expected, basis, reject }: Write): boolean {
    const current = this.get(key)
    if ((current?.revision ?? 0) !== expected || (current ?? content) === undefined)
      reject(new RevisionMismatch(`${logKey} is not at revision ${expected} any more`))
    else if (basis !== undefined && this.#history.wasWritten(basis))
      reject(new BasisChanged(`${basis.resource} are not what they were at revision ${basis.revision} any more`))
    else return true
    return false
  }

  #commit(log: Log, group: readonly Write[]): Promise<void> {
    const changes = group.map((write) => new WrittenChange(write, this.get(write.key)?.size))
    return log.commit(changes).then(
      (first) => this.#settle(group, first),
      (error: unknown) => {
        // A full log may still accept the deletions of the group.
        const freeing = error instanceof StorageFull ? changes.filter(({ frees }) => frees) : []
        const again = freeing.length < changes.length ? freeing : []
        for (const change of changes) if (!again.includes(change)) change.write.reject(error)
        return again.length === 0
          ? undefined
          : this.#commit(
              log,
              again.map(({ write }) => write),
            )
      },
    )
  }

  #settle(group: readonly Write[], first: number): void {
    let revision = first
    for (const write of group) this.#made(write, revision++)
  }

  #made({ key, content, cause, isSound, resolve }: Write, revision: number): void {
    const stored =
      content &&
      // A spread of `content` would call the runtime for each write.
      StoredRevision.written(
        { key, revision, object: content.object, encoded: content.encoded, isSound },
        this.#context,
      )
    resolve(this.#apply(key, stored, revision, cause))
  }

  #follow(records: readonly FollowedRecord[]): void {
    for (const { key: logKey, value, revision, isStale, change, cause } of records) {
      const key = parseKey(logKey)
      if (change instanceof WrittenChange) this.#made(change.write, revision)
      else if (value !== undefined)
        this.#apply(key, StoredRevision.logged({ key, revision, value, isStale }, this.#context), revision, cause)
      else this.#apply(key, undefined, revision, cause)
    }
  }

  /** Replaces the state. The changes between the two states are lost, so watchers end with `compacted` and must list again. */
  #reset({ revision, records }: LogState): void {
    const known = this.#trees
    this.#trees = new ResourceTrees()
    for (const record of records) {
      const { revision: at } = record
      const key = parseKey(record.key)
      const stored = known.get(key.resource)?.get(key.namespace, key.name)
      if (stored?.revision === at) this.#trees.of(key.resource).set(stored)
      else this.#load(key, record)
    }
    this.#revision = revision
    this.#history.restart(revision)
    this.#waiters.reached(revision)
    this.#watchers.endAll('compacted')
  }

  /** Makes one durable change visible and calls the watchers. `stored` is undefined for a removal. */
  #apply(key: Key, stored: StoredRevision | undefined, revision: number, cause: Cause | undefined): Stored {
    const tree = this.#trees.of(key.resource)
    const previous = tree.get(key.namespace, key.name)
    const current = stored ?? (previous && new StoredRemoval(previous, revision))
    if (current === undefined) throw new Error(`the log removed ${key.name} of ${key.resource}, which it never held`)
    if (stored === undefined) tree.delete(key.namespace, key.name)
    else tree.set(stored)
    this.#revision = revision
    const change = new StoredChange(stored === undefined ? 'remove' : 'put', current, previous, cause)
    this.#history.add(change, this.#clock.now(), previous?.size ?? 0)
    this.#cancelCompaction ??= this.#compactLater()
    this.#watchers.deliver(change)
    this.#waiters.reached(revision)
    previous?.retire(this.#context)
    return current
  }

  /** Drops the changes up to `time`, a value of `Clock.now`. */
  #compactBefore(time: number): void {
    this.#history.compact(time)
    this.#trees.compact(this.compactedRevision)
  }

  #compactLater(): () => void {
    return this.#clock.after(this.#historyMs / 10, () => {
      this.#compactBefore(this.#clock.now() - this.#historyMs)
      this.#cancelCompaction = this.#history.isEmpty ? undefined : this.#compactLater()
    })
  }

  #loadAll({ records }: LogState): void {
    for (const record of records) this.#load(parseKey(record.key), record)
  }

  #load(key: Key, { value, revision, isStale }: LogRecord): void {
    if (value === undefined) return
    this.#trees.of(key.resource).set(StoredRevision.logged({ key, revision, value, isStale }, this.#context))
  }
}

/** About 50 MB of pods. */
const DECODED_OBJECTS = 20000
const HISTORY_MS = 5 * 60_000
const HISTORY_BYTES = 12 * 2 ** 20
