import { boundedNumber } from '../../../worker/api/numbers.ts'
import { objectOrEmpty, stringOrEmpty, type JsonObject } from '../../../worker/api/json.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import type { ApiConnection } from '../../client/api-connection.ts'
import { ApiError } from '../../client/api-error.ts'
import { getJson, send } from '../../client/resource-client.ts'
import { resourcePath } from '../../client/resource-path.ts'
import type { ActivityContext } from './activity.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'

/** The times of client-go: `LeaseDuration`, `RenewDeadline` and `RetryPeriod`, in milliseconds. */
const LEASE_MS = 15_000
const RENEW_MS = 10_000
const RETRY_MS = 2_000

interface LeaseOptions {
  readonly connection: ApiConnection
  /** The namespace and name of the Lease, `namespace/name`. */
  readonly lease: string
  /** Unique for each candidate. */
  readonly identity: string
  readonly sleep: ActivityContext['timing']['sleep']
  /** Milliseconds since 1970. */
  readonly now?: () => number
  report(line: string): void
  changed(holds: boolean): void
}

/**
 * Acquires a Lease and renews it. Another candidate can take a Lease that was not renewed for 15 seconds. The returned
 * function stops the candidate and releases the lease.
 */
export function holdLease(options: LeaseOptions): () => Promise<void> {
  const candidate = new Candidate(options)
  const stopper = new AbortController()
  void candidate.run(stopper.signal)
  return () => {
    stopper.abort()
    return candidate.release()
  }
}

class Candidate {
  readonly #options: LeaseOptions
  readonly #now: () => number
  readonly #collection: string
  readonly #object: string
  #holds = false
  #renewedAt = 0
  /** The last renewTime, and the local time at which it was observed: the clocks of other machines may differ. */
  #observed = { renewTime: '', at: 0 }
  #lastFault = ''

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#now = options.now ?? (() => Date.now())
    const [namespace = '', name = ''] = options.lease.split('/')
    const group = dialects[options.connection.info.dialect].spell('coordination.{domain}')
    const at = { group, version: 'v1', resource: 'leases', namespace }
    this.#collection = resourcePath({ ...at, name: '' })
    this.#object = resourcePath({ ...at, name })
  }

  async run(signal: AbortSignal): Promise<void> {
    let isFirst = true
    while (!signal.aborted) {
      const isRenewed = await this.#acquire().catch((error: unknown) => this.#failed(error))
      if (signal.aborted) return
      if (isRenewed) this.#renewedAt = this.#now()
      const holds = isRenewed || (this.#holds && this.#now() - this.#renewedAt < RENEW_MS)
      if (holds !== this.#holds || isFirst) this.#options.changed(holds)
      this.#holds = holds
      isFirst = false
      await this.#options.sleep(RETRY_MS, signal).catch(() => undefined)
    }
  }

  /** Removes the holder: another candidate can then take the Lease before it expires. */
  async release(): Promise<void> {
    if (!this.#holds) return
    this.#holds = false
    try {
      const lease = await this.#read()
      if (holderOf(lease) === this.#options.identity) await this.#write(lease, { holderIdentity: '' })
    } catch (error) {
      this.#failed(error)
    }
  }

  /** Acquires or renews the Lease. Resolves to whether this candidate now holds it. */
  async #acquire(): Promise<boolean> {
    const { identity } = this.#options
    const renewTime = new Date(this.#now()).toISOString().replace('Z', '000Z')
    const mine = { holderIdentity: identity, leaseDurationSeconds: LEASE_MS / 1000, renewTime }
    const lease = await this.#read().catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 404) return undefined
      throw error
    })
    if (lease === undefined) return this.#create({ ...mine, acquireTime: renewTime, leaseTransitions: 0 })
    const holder = holderOf(lease)
    if (holder === identity) return this.#write(lease, mine)
    if (holder !== '' && !this.#hasExpired(lease)) return false
    const transitions = boundedNumber(specOf(lease)['leaseTransitions'] ?? 0) + 1
    return this.#write(lease, { ...mine, acquireTime: renewTime, leaseTransitions: transitions })
  }

  #hasExpired(lease: JsonObject): boolean {
    const renewTime = String(specOf(lease)['renewTime'])
    if (renewTime !== this.#observed.renewTime) this.#observed = { renewTime, at: this.#now() }
    return this.#now() - this.#observed.at >= LEASE_MS
  }

  #read(): Promise<JsonObject> {
    return getJson<JsonObject>(this.#options.connection, this.#object)
  }

  async #create(spec: JsonObject): Promise<boolean> {
    const [, name = ''] = this.#options.lease.split('/')
    await this.#send('POST', this.#collection, { metadata: { name }, spec })
    return true
  }

  async #write(lease: JsonObject, spec: JsonObject): Promise<boolean> {
    await this.#send('PUT', this.#object, { ...lease, spec: { ...specOf(lease), ...spec } })
    return true
  }

  async #send(method: 'POST' | 'PUT', path: string, body: JsonObject): Promise<void> {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
    await send(this.#options.connection, path, { method, headers, body: JSON.stringify(body) })
  }

  /**
   * Reports a fault, unless it repeats the last one. A conflict means that another candidate was faster, and is not reported.
   * Always returns false.
   */
  #failed(error: unknown): boolean {
    const text = errorMessage(error)
    const isConflict = error instanceof ApiError && error.code === 409
    if (!isConflict && text !== this.#lastFault) this.#options.report(`lease: ${text}`)
    this.#lastFault = text
    return false
  }
}

const specOf = ({ spec }: JsonObject): JsonObject => objectOrEmpty(spec)

function holderOf(lease: JsonObject): string {
  const { holderIdentity } = specOf(lease)
  return stringOrEmpty(holderIdentity)
}
