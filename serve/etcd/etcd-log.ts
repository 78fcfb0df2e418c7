import type { Clock } from '../../worker/clock/clock.ts'
import type { FollowedRecord, LogChange, LogFollower, LogState, SharedLog } from '../../worker/store/persistence/log.ts'
import { OutcomeUnknown, StorageRefused, StorageUnreachable } from '../../worker/store/store.ts'
import { changeTransaction, lossOf, type Loss } from './change-transaction.ts'
import { compactRegularly } from './compaction.ts'
import type { EtcdServers, TxnResponse, WatchResponse } from './etcd-client.ts'
import { CallFailed, EtcdClient, hasUnknownOutcome, NotConnected } from './etcd-client.ts'
import type { ResourcePaths } from './key-layout.ts'
import type { Head, KeySpace } from './key-space.ts'
import { keySpace, readHead } from './key-space.ts'
import { sharedAnswer } from './shared-answer.ts'
import { readState } from './stored-state.ts'
import { UnmarkedRemovals } from './unmarked-removals.ts'

export interface EtcdOptions extends EtcdServers {
  /** The value of `--etcd-prefix`, with which each key begins. */
  readonly prefix: string
  readonly paths: ResourcePaths
  /** `--etcd-compaction-interval`, milliseconds; 0 when this server does not compact. */
  readonly compactionInterval: number
  /** Timeout of a request to etcd, milliseconds. */
  readonly patience?: number
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** Default timeout, milliseconds. Below etcd's own seven seconds, so that clients receive an answer before they give up. */
const PATIENCE = 5000
/** Timeout of the first request, milliseconds: etcd may be starting too. */
const FIRST_PATIENCE = 20_000
/** Milliseconds between a broken watch and the next one. */
const WATCH_AGAIN_MS = 200

export const etcdLog = (options: EtcdOptions): SharedLog => new EtcdLog(options)

/** A write that waits for its answer and for its event in the watch. */
interface Pending {
  readonly change: LogChange
  settle(error?: Error): void
}

/**
 * A log over one etcd that several servers share. Each change is a transaction, because etcd gives all keys of one
 * transaction the same revision. Changes become visible only through etcd's watch, so all servers see one order.
 */
class EtcdLog implements SharedLog {
  readonly #client: EtcdClient
  /** The text of the flag, for messages. */
  readonly #servers: string
  #keys: KeySpace
  readonly #clock: Clock
  readonly #patience: number
  readonly #report: (error: unknown) => void
  readonly #compactionInterval: number
  readonly #pending = new Map<string, Pending>()
  readonly #waiting = new Set<{ readonly revision: number; settle(error?: Error): void }>()
  readonly #id: string
  #writes = 0
  #follower: LogFollower = { changed: () => undefined, reset: () => undefined }
  /** The revision of the newest change that the follower received. */
  #revision = 0
  /** The first revision of the next watch. It is greater than `#revision` + 1 after writes to other keys of etcd. */
  #next = 0
  #stopWatch: () => void = () => undefined
  #stopCompaction: () => void = () => undefined
  #isClosed = false
  /** The removals that etcd accepted when its space was exceeded. */
  readonly #removals = new UnmarkedRemovals()
  readonly #newest = sharedAnswer(() => this.#ask())

  constructor({ prefix, paths, clock, report, patience = PATIENCE, compactionInterval, ...servers }: EtcdOptions) {
    this.#client = new EtcdClient(servers)
    this.#servers = servers.urls.join()
    this.#keys = keySpace(prefix, paths)
    this.#clock = clock
    this.#id = clock.uuid()
    this.#report = report
    this.#patience = patience
    this.#compactionInterval = compactionInterval
  }

  async open(): Promise<LogState> {
    const { state, next, keys } = await readState(this.#client, this.#keys, FIRST_PATIENCE).catch((error: unknown) => {
      throw startFailure(error, this.#servers)
    })
    this.#keys = keys
    this.#revision = state.revision
    this.#next = next
    return state
  }

  follow(follower: LogFollower): void {
    this.#follower = follower
    this.#watch()
    if (this.#compactionInterval > 0)
      this.#stopCompaction = compactRegularly(this.#client, this.#clock, this.#compactionInterval, this.#report)
  }

  write(change: LogChange): Promise<void> {
    const token = `${this.#id}/${++this.#writes}`
    return new Promise((resolve, reject) => {
      let late: Error = new StorageUnreachable('no etcd server can be reached')
      const settle = (error?: Error): void => {
        cancel()
        this.#pending.delete(token)
        if (error === undefined) resolve()
        else reject(error)
      }
      const cancel = this.#clock.after(this.#patience, () => settle(late))
      this.#pending.set(token, { change, settle })
      const sent = (): void => void (late = new OutcomeUnknown('etcd did not answer in time'))
      this.#transact(change, token, sent).then(
        (loss) => {
          if (loss === undefined) return
          late = new StorageUnreachable('etcd does not report its changes')
          this.#waitForOwnWatch(loss.newest).then(() => settle(loss.error), settle)
        },
        (error: unknown) => {
          const refusal = refusalOf(error)
          // When the outcome is unknown, the watch may still report the write.
          if (refusal !== undefined) settle(refusal)
        },
      )
    })
  }

  async catchUp(): Promise<void> {
    await this.#waitForOwnWatch(await this.#newest())
  }

  close(): Promise<void> {
    this.#isClosed = true
    this.#stopCompaction()
    this.#stopWatch()
    for (const { settle } of this.#pending.values()) settle(new OutcomeUnknown('the server stopped'))
    for (const { settle } of this.#waiting) settle(new StorageUnreachable('the server stopped'))
    this.#client.close()
    return Promise.resolve()
  }

  #deadline(): number {
    return Date.now() + this.#patience
  }

  /** Makes the change. Returns undefined after success; else the conflict and the revision of the newest change. */
  async #transact(change: LogChange, token: string, sent: () => void): Promise<Loss | undefined> {
    const send = (mark?: string): Promise<TxnResponse> =>
      this.#client.txn(changeTransaction(change, this.#keys, mark), { deadline: this.#deadline(), sent })
    try {
      return lossOf(change, await send(token))
    } catch (error) {
      if (change.value !== undefined || !isFull(error)) throw error
    }
    // A full etcd refuses every put, and a mark is a put. So the removal is sent again without its mark.
    return lossOf(change, await this.#removals.remember(token, send()))
  }

  /** The revision of the newest change. */
  async #ask(): Promise<number> {
    try {
      const { kvs } = await this.#client.range({ key: this.#keys.head }, { deadline: this.#deadline() })
      return kvs[0]?.modRevision ?? 0
    } catch (error) {
      const isAnswer = error instanceof CallFailed && !hasUnknownOutcome(error)
      if (isAnswer) throw new StorageRefused(error.message, { cause: error })
      const { message } = error instanceof Error ? error : new Error(String(error))
      throw new StorageUnreachable(`etcd did not answer: ${message}`, { cause: error })
    }
  }

  /** Resolves after the follower received a revision. */
  #waitForOwnWatch(revision: number): Promise<void> {
    if (revision <= this.#revision) return Promise.resolve()
    const stopWatch = this.#stopWatch
    return new Promise((resolve, reject) => {
      const waiting = {
        revision,
        settle: (error?: Error): void => {
          cancel()
          this.#waiting.delete(waiting)
          if (error === undefined) resolve()
          else reject(error)
        },
      }
      const cancel = this.#clock.after(this.#patience, () => {
        waiting.settle(new StorageUnreachable('etcd does not report its changes'))
        // etcd answers, but the watch sends nothing: a new watch may work.
        stopWatch()
      })
      this.#waiting.add(waiting)
    })
  }

  #watch(): void {
    if (this.#isClosed) return
    const { start: key, end: rangeEnd } = this.#keys
    this.#stopWatch = this.#client.watch(
      { key, rangeEnd, startRevision: this.#next },
      {
        deadline: this.#deadline(),
        take: (response) => this.#removals.inOrder(() => this.#take(response)),
        ended: () => void this.#clock.after(WATCH_AGAIN_MS, () => this.#watch()),
      },
    )
  }

  #take({ header, canceled, compactRevision, created, events }: WatchResponse): void {
    if (compactRevision > 0) return this.#reload()
    if (canceled) return this.#stopWatch()
    if (events.length > 0) this.#passOn(events)
    // A progress notification: no event of this prefix is pending.
    else if (!created) this.#next = Math.max(this.#next, header.revision + 1)
  }

  #passOn(events: WatchResponse['events']): void {
    const heads = new Map<number, Head>()
    for (const { type, kv } of events)
      if (type === 'PUT' && this.#keys.isHead(kv.key)) heads.set(kv.modRevision, readHead(kv.value))
    const records: FollowedRecord[] = []
    const made: Pending[] = []
    for (const { type, kv } of events) {
      const key = this.#keys.logKeyOf(kv.key)
      const { modRevision: revision } = kv
      if (key === undefined) continue
      const { write, cause } = heads.get(revision) ?? {}
      const own = this.#pending.get(write ?? this.#removals.tokenOf(revision) ?? '')
      if (own !== undefined) made.push(own)
      records.push({ key, value: type === 'PUT' ? kv.value : undefined, revision, change: own?.change, cause })
    }
    this.#follower.changed(records)
    const last = events.at(-1)?.kv.modRevision ?? 0
    this.#reached(last, last + 1)
    for (const { settle } of made) settle()
  }

  #reached(revision: number, next: number): void {
    this.#revision = Math.max(this.#revision, revision)
    this.#next = next
    for (const waiting of this.#waiting) if (waiting.revision <= this.#revision) waiting.settle()
  }

  /** Reads the whole state, and begins a new watch from it, because etcd has compacted the changes after `#revision`. */
  #reload(): void {
    const stopWatch = this.#stopWatch
    readState(this.#client, this.#keys, this.#patience)
      .then(({ state, next, keys }) => {
        // A later watch also broke and reloaded, and was faster.
        if (next <= this.#next) return
        this.#keys = keys
        this.#follower.reset(state)
        this.#reached(state.revision, next)
      })
      .catch(this.#report)
      // The end of a watch begins the next one.
      .finally(stopWatch)
  }
}

/** The reason why a server cannot start over an etcd. */
function startFailure(error: unknown, servers: string): unknown {
  const isOfEtcd = error instanceof NotConnected || error instanceof CallFailed
  return isOfEtcd ? new StorageUnreachable(`${error.message}: --etcd-servers=${servers}`, { cause: error }) : error
}

/** The known refusal of a failed write; undefined when its outcome is unknown. */
function refusalOf(error: unknown): Error | undefined {
  if (error instanceof NotConnected) return new StorageUnreachable(error.message, { cause: error })
  if (!(error instanceof CallFailed)) return error instanceof Error ? error : new Error(String(error))
  return hasUnknownOutcome(error) ? undefined : new StorageRefused(error.message, { cause: error })
}

const isFull = (error: unknown): boolean => error instanceof CallFailed && /database space exceeded/.test(error.message)
