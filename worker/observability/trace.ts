/**
 * The path of one request, stage by stage (reference/observability.md 9). Every stage writes to it through
 * `Trace`; no stage reads it. A bounded ring holds the finished records for pages.
 */
export interface TraceStage {
  /** `authentication`, `authorization`, `admission/NamespaceLifecycle`, `store` ... */
  readonly stage: string
  /** One line for a person: `allowed: every request is allowed`. */
  readonly message: string
  /** Milliseconds since the request arrived. */
  readonly at: number
  readonly detail?: unknown
}

export interface RequestRecord {
  /** The audit id, which the answer carries as header `Audit-Id`. */
  readonly id: string
  readonly method: string
  readonly url: string
  readonly user: string
  readonly userAgent: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** 0 until the answer began. */
  readonly status: number
  /** Milliseconds until the answer was ready (for a watch: until its first byte). */
  readonly duration: number
  readonly responseBytes: number
  readonly stages: readonly TraceStage[]
}

/** The writing side, handed to every stage. `detail` is a function, so that an unread trace costs nothing. */
export interface Trace {
  /** @param at By the clock's `elapsed`, from who has just asked for it; absent: now. */
  stage(stage: string, message: string, detail?: () => unknown, at?: number): void
  /**
   * Adds to the request's audit event; absent when the request is not audited. The first value of a key stays.
   * @param key A template of the dialect: `authorization.{domain}/decision`.
   */
  annotate?(key: string, value: string): void
}
