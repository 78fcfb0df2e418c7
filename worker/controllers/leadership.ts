import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import { type Clock, formatMicroTime } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { numberAt, textAt } from '../resources/path.ts'
import type { Objects } from './controller.ts'
import { isAway } from './endless-watch.ts'
import { LEASES } from './kinds.ts'

/** As of the real manager. A holder that says nothing for so long has gone. */
const LEASE_MS = 15_000
/** A holder that could not say anything for so long lets go of its own accord. */
const RENEWAL_MS = 10_000
const RETRY_MS = 2000

interface Surroundings {
  readonly objects: Objects
  readonly clock: Clock
  readonly dialect: Dialect
  readonly report: (error: unknown) => void
  /** Another one for each server. */
  readonly identity: string
}

interface Led {
  start(): Promise<void>
  stop(): void
}

/** Of several servers over one storage one at a time does the work: the one that holds the lease of the manager. */
export class Leadership implements Led {
  readonly #surroundings: Surroundings
  readonly #open: () => Led
  #work: Led | undefined
  /** What the lease last said, and when that was seen: clocks of machines differ. */
  #seen = { renewTime: '', at: 0 }
  #renewedAt = 0
  #cancel = (): void => undefined
  #isStopped = false

  /** @param open makes what is done while this server leads, anew each time */
  constructor(surroundings: Surroundings, open: () => Led) {
    this.#surroundings = surroundings
    this.#open = open
  }

  /** Resolves when it is decided who leads. */
  async start(): Promise<void> {
    const { clock, report } = this.#surroundings
    const holds = await this.#acquire().catch((error: unknown) => {
      // Somebody was faster, or storage is away.
      if (!isAway(error) && !(error instanceof StatusError && error.code === 409)) report(error)
      return false
    })
    if (this.#isStopped) return
    const now = clock.elapsed()
    if (holds) this.#renewedAt = now
    const leads = holds || (this.#work !== undefined && now - this.#renewedAt < RENEWAL_MS)
    if (!leads) this.#letGo()
    this.#cancel = clock.after(RETRY_MS, () => void this.start())
    if (leads && this.#work === undefined) {
      this.#work = this.#open()
      await this.#work.start()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
    this.#letGo()
  }

  #letGo(): void {
    this.#work?.stop()
    this.#work = undefined
  }

  /** Whether this server holds the lease from now on. */
  async #acquire(): Promise<boolean> {
    const { objects, clock, dialect, identity } = this.#surroundings
    const place = {
      namespace: dialect.spell('{system}-system'),
      name: dialect.spell('{system}-controller-manager'),
    }
    const lease = await objects.get(LEASES, place)
    const time = formatMicroTime(clock.now())
    if (lease === undefined) {
      await objects.create(LEASES, { metadata: place, spec: specOf(identity, time, time, 0) })
      return true
    }
    const holder = textAt(lease, 'spec.holderIdentity')
    if (holder !== identity && !this.#hasLapsed(lease)) return false
    const isNew = holder !== identity
    const acquired = isNew ? time : textAt(lease, 'spec.acquireTime')
    const transitions = numberAt(lease, 'spec.leaseTransitions') + (isNew ? 1 : 0)
    const spec = isObject(lease['spec']) ? lease['spec'] : {}
    await objects.update(LEASES, { ...lease, spec: { ...spec, ...specOf(identity, acquired, time, transitions) } })
    return true
  }

  #hasLapsed(lease: ApiObject): boolean {
    const now = this.#surroundings.clock.elapsed()
    const renewTime = textAt(lease, 'spec.renewTime')
    if (renewTime !== this.#seen.renewTime) this.#seen = { renewTime, at: now }
    return now - this.#seen.at >= LEASE_MS
  }
}

const specOf = (holderIdentity: string, acquireTime: string, renewTime: string, leaseTransitions: number) => ({
  holderIdentity,
  leaseDurationSeconds: LEASE_MS / 1000,
  acquireTime,
  renewTime,
  leaseTransitions,
})
