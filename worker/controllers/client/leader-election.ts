import { objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import { type Clock, formatMicroTime } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { numberAt, textAt } from '../../resources/path.ts'
import { LEASES } from '../kinds.ts'
import type { ObjectClient } from './object-client.ts'
import { isStorageUnavailable } from './reflector.ts'

/** `--leader-elect-lease-duration`: after this time without a renewal another server may take the lease. */
const LEASE_DURATION_MS = 15_000
/** `--leader-elect-renew-deadline`: after this time without a renewal the leader stops its work. */
const RENEW_DEADLINE_MS = 10_000
/** `--leader-elect-retry-period`: the time between two attempts to acquire or renew the lease. */
const RETRY_PERIOD_MS = 2000

interface LeaderElectionOptions {
  readonly objects: ObjectClient
  readonly clock: Clock
  readonly dialect: Dialect
  readonly report: (error: unknown) => void
  /** Unique for each server. */
  readonly identity: string
}

interface Runnable {
  start(): Promise<void>
  stop(): void
}

/** Runs work on one of several servers that share a storage: on the holder of the manager's lease. */
export class LeaderElection implements Runnable {
  readonly #options: LeaderElectionOptions
  readonly #open: () => Runnable
  #work: Runnable | undefined
  /**
   * The last renewTime in the lease. `at` is the time when this server first saw it, by its own clock, because clocks of machines
   * differ.
   */
  #observed = { renewTime: '', at: 0 }
  #renewedAt = 0
  #cancel = (): void => undefined
  #isStopped = false

  /** @param open creates the work for each period in which this server leads */
  constructor(options: LeaderElectionOptions, open: () => Runnable) {
    this.#options = options
    this.#open = open
  }

  /**
   * Attempts to acquire or renew the lease, now and periodically. Resolves after the first attempt. If that attempt acquires the
   * lease, resolves after the work has started.
   */
  async start(): Promise<void> {
    const { clock, report } = this.#options
    const holds = await this.#acquire().catch((error: unknown) => {
      // Another server wrote the lease, or storage is unavailable.
      if (!isStorageUnavailable(error) && !(error instanceof StatusError && error.code === 409)) report(error)
      return false
    })
    if (this.#isStopped) return
    const now = clock.elapsed()
    if (holds) this.#renewedAt = now
    const leads = holds || (this.#work !== undefined && now - this.#renewedAt < RENEW_DEADLINE_MS)
    if (!leads) this.#stopWork()
    this.#cancel = clock.after(RETRY_PERIOD_MS, () => void this.start())
    if (leads && this.#work === undefined) {
      this.#work = this.#open()
      await this.#work.start()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
    this.#stopWork()
  }

  #stopWork(): void {
    this.#work?.stop()
    this.#work = undefined
  }

  /** Returns whether this server holds the lease. */
  async #acquire(): Promise<boolean> {
    const { objects, clock, dialect, identity } = this.#options
    const name = {
      namespace: dialect.spell('{system}-system'),
      name: dialect.spell('{system}-controller-manager'),
    }
    const lease = await objects.get(LEASES, name)
    const time = formatMicroTime(clock.now())
    if (lease === undefined) {
      await objects.create(LEASES, { metadata: name, spec: specOf(identity, time, time, 0) })
      return true
    }
    const holder = textAt(lease, 'spec.holderIdentity')
    if (holder !== identity && !this.#hasExpired(lease)) return false
    const isTakeover = holder !== identity
    const acquired = isTakeover ? time : textAt(lease, 'spec.acquireTime')
    const transitions = numberAt(lease, 'spec.leaseTransitions') + (isTakeover ? 1 : 0)
    const spec = objectOrEmpty(lease['spec'])
    await objects.update(LEASES, { ...lease, spec: { ...spec, ...specOf(identity, acquired, time, transitions) } })
    return true
  }

  #hasExpired(lease: ApiObject): boolean {
    const now = this.#options.clock.elapsed()
    const renewTime = textAt(lease, 'spec.renewTime')
    if (renewTime !== this.#observed.renewTime) this.#observed = { renewTime, at: now }
    return now - this.#observed.at >= LEASE_DURATION_MS
  }
}

const specOf = (holderIdentity: string, acquireTime: string, renewTime: string, leaseTransitions: number) => ({
  holderIdentity,
  leaseDurationSeconds: LEASE_DURATION_MS / 1000,
  acquireTime,
  renewTime,
  leaseTransitions,
})
