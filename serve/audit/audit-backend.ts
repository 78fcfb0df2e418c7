import type { JsonObject } from '../../worker/api/json.ts'
import type { Awaitable } from '../../worker/runtime/awaitable.ts'

/**
 * Stores audit events: the log file, the webhook, and the wrappers of both. Called with the events of requests in their order.
 * A backend must not change an event.
 */
export interface AuditBackend {
  /** Whether all events are stored. A request waits for a promise. Never rejects. */
  process(events: readonly JsonObject[]): Awaitable<boolean>
  /** Resolves after every event is stored or lost. */
  close(): Promise<void>
}

/** Reports events that a backend has lost. `plugin` is the backend's name in the real server. */
export type ReportLoss = (plugin: string, why: string, events: readonly JsonObject[]) => void

/** Events reach both backends, and are stored when both have stored them. */
export const unionOf = (first: AuditBackend, second: AuditBackend): AuditBackend => ({
  async process(events) {
    const results = [await first.process(events), await second.process(events)]
    return results.every(Boolean)
  },
  async close() {
    await first.close()
    await second.close()
  },
})

/** The mode `blocking`: requests wait for the backend, and go on when it fails. */
export const ignoringErrors = (backend: AuditBackend): AuditBackend => ({
  process(events) {
    const stored = backend.process(events)
    return stored instanceof Promise ? stored.then(() => true) : true
  },
  close: () => backend.close(),
})
