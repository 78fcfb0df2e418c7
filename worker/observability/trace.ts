import type { Json, JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Pieces } from '../runtime/pieces.ts'

/**
 * The path of one request, stage by stage (reference/observability.md 9). Every stage writes to it through
 * `Trace`; no stage reads it. A bounded ring holds the finished records for pages.
 */
export interface TraceStage {
  /** The name of the step, such as `authentication`, `authorization`, `admission/NamespaceLifecycle` or `store`. */
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
  /** The authenticated caller. */
  readonly user: string
  /** The impersonated user; empty without impersonation. */
  readonly actingAs: string
  /** The groups of the user that the request acts as. */
  readonly groups: readonly string[]
  readonly userAgent: string
  /** The controller of this server that sent the request; empty for clients. */
  readonly controller: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** The HTTP status of the answer. */
  readonly status: number
  /** Milliseconds until the answer was ready (for a watch: until its first byte). */
  readonly duration: number
  readonly responseBytes: number
  readonly stages: readonly TraceStage[]
}

/** The headers and bodies of a request and its answer, by reference: the record copies nothing. */
export interface Content {
  readonly requestHeaders: ReadonlyMap<string, string>
  /** The body; undefined when the request has none, or when the body is too large to be kept. */
  readonly requestBody?: Uint8Array | undefined
  readonly responseHeaders: readonly (readonly [name: string, value: string])[]
  /**
   * The body before compression. Absent when the response has no body, or when the body is a stream or is too large to be kept.
   */
  readonly responseBody?: Uint8Array | Pieces | undefined
}

/** Every stage receives a Trace and writes to it. `detail` is a function, because most traces are never read. */
export interface Trace {
  /** @param at The present time by the clock's `elapsed`, when the caller has just read it; without it, the clock is read here. */
  stage(stage: string, message: string, detail?: () => unknown, at?: number): void
  /**
   * Adds to the request's audit event; absent when the request is not audited. The first value of a key stays.
   * @param key A template of the dialect: `authorization.{domain}/decision`.
   * @param level the lowest level of events that have the annotation
   */
  annotate?(key: string, value: string, level?: 'Metadata' | 'Request'): void
  /**
   * Names the object of the request in the request's audit event; absent when the request is not audited. `recorded` returns the
   * form that the event holds, and is called only when the audit policy records objects.
   */
  requested?(object: JsonObject, recorded: () => Json): void
  /**
   * Computes the detail of a step that changed the object in place. Present only while a reader follows the requests, and
   * shortly afterwards; otherwise a write copies and compares nothing.
   */
  readonly changedBy?: ChangedBy | undefined
}

/** The detail of a step that changed `before` into `after`; undefined when it changed nothing. */
export type ChangedBy = (before: ApiObject, after: ApiObject) => (() => unknown) | undefined
