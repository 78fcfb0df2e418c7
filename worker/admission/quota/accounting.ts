import { formatGroupResource } from '../../api/group-version.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatQuantity } from '../../api/quantity.ts'
import { wasRefused } from '../../api/status.ts'
import type { AdmissionContext, AdmissionRequest } from '../admission.ts'
import { charge, readQuotaUsage, type QuotaUsage } from './check.ts'
import { evaluators } from './evaluators.ts'
import type { LimitedResource } from './limited-resources.ts'
import type { Evaluator } from './quota.ts'

/** The number of attempts to write one batch. After a conflict, the next attempt reads the quotas again. */
const ATTEMPTS = 4

/** A request that waits to be charged. */
interface Waiting {
  readonly request: AdmissionRequest
  readonly evaluator: Evaluator
  settle(error?: unknown): void
}

/**
 * Charges requests to the quotas of their namespace. Requests that arrive while the status of a quota is being written wait,
 * and are then charged together by one more write.
 */
export class Accounting {
  readonly #context: Pick<AdmissionContext, 'lister' | 'writer'>
  readonly #limited: readonly LimitedResource[]
  readonly #evaluatorOf: (resource: string) => Evaluator
  /** The waiting requests by namespace. A namespace has an entry while its requests are being charged. */
  readonly #queues = new Map<string, Waiting[]>()

  constructor(
    context: Pick<AdmissionContext, 'dialect' | 'clock' | 'lister' | 'writer'>,
    limited: readonly LimitedResource[],
  ) {
    this.#context = context
    this.#limited = limited
    this.#evaluatorOf = evaluators(context.dialect, context.clock)
  }

  /** Charges a request. @throws StatusError */
  charge(request: AdmissionRequest): Promise<void> {
    const { namespace, resource } = request
    const evaluator = this.#evaluatorOf(formatGroupResource(resource))
    const queue = this.#queues.get(namespace)
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown): void => {
        if (error === undefined) resolve()
        else reject(error instanceof Error ? error : new Error(String(error)))
      }
      const waiting = { request, evaluator, settle }
      if (queue !== undefined) return void queue.push(waiting)
      const own = [waiting]
      this.#queues.set(namespace, own)
      void this.#work(namespace, own)
    })
  }

  #quotas(namespace: string): ApiObject[] {
    return [...this.#context.lister.list('resourcequotas', namespace)]
  }

  async #work(namespace: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0)
      try {
        await this.#chargeAll(namespace, batch)
      } catch (error) {
        for (const { settle } of batch) settle(error)
      }
    }
    this.#queues.delete(namespace)
  }

  async #chargeAll(namespace: string, batch: readonly Waiting[]): Promise<void> {
    let waiting = batch
    /** The uids of quotas that were written before a conflict. */
    const done = new Set<string | undefined>()
    for (let attempt = 1; ; attempt++) {
      const open = this.#quotas(namespace).filter(({ metadata }) => !done.has(metadata?.uid))
      const before = open.map(readQuotaUsage)
      let quotas: readonly QuotaUsage[] = before
      const charged: Waiting[] = []
      for (const one of waiting) {
        try {
          const after = charge(quotas, one.request, one.evaluator, this.#limited)
          if (!one.request.dryRun) quotas = after
          charged.push(one)
        } catch (error) {
          one.settle(error)
        }
      }
      try {
        for (const [i, quotaUsage] of quotas.entries()) {
          if (quotaUsage === before[i]) continue
          await this.#write(quotaUsage)
          done.add(quotaUsage.quota.metadata?.uid)
        }
        for (const { settle } of charged) settle()
        return
      } catch (error) {
        if (attempt === ATTEMPTS || !wasRefused(error, 'Conflict')) throw error
        waiting = charged
      }
    }
  }

  /** Writes `status.used`. */
  async #write({ quota, used }: QuotaUsage): Promise<void> {
    const amounts = Object.fromEntries([...used].map(([name, amount]) => [name, formatQuantity(amount)]))
    const status = quota['status'] as ApiObject
    await this.#context.writer.updateStatus('resourcequotas', { ...quota, status: { ...status, used: amounts } })
  }
}
