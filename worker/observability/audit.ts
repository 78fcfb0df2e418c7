import { inByteOrder } from '../api/byte-order.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, type Json, type JsonObject } from '../api/json.ts'
import type { Status } from '../api/status.ts'
import { extraObject, type UserInfo } from '../api/user.ts'
import { formatMicroTime, type Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Awaitable } from '../runtime/awaitable.ts'
import { reaches, type AuditAttributes, type AuditPolicy, type AuditStage } from './audit-policy.ts'

/**
 * Receives audit events in order, for example to keep them in memory or write them to a file. The request waits for a promise.
 * Returns false when the event is lost and its request must fail. Must not throw.
 */
export type AuditSink = (event: JsonObject) => Awaitable<boolean>

/** One request to audit. */
export interface AuditedRequest extends AuditAttributes {
  readonly id: string
  readonly url: string
  readonly version: string
  readonly userAgent: string
  /** The client's addresses, the nearest last; empty when the host has none. */
  readonly sourceAddresses: readonly string[]
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  /** Whether the answer may be a stream. The beginning of such an answer has an event, also of a refusal. */
  readonly isLongRunning: boolean
}

/** How a request was answered. The object is read only when the policy records it. */
export interface AuditedAnswer {
  readonly code: number
  /** The Status of a refusal, or of a success that answers with a Status. */
  readonly status: Partial<Status> | undefined
  /** Whether the answer is a stream, of which only the beginning is known. */
  readonly started: boolean
  responseObject(): Promise<Json | undefined>
}

export interface AuditTrail {
  /** Whether the sink has taken the event RequestReceived. */
  readonly isReceived: Awaitable<boolean>
  /**
   * @param key A template of the dialect.
   * @param least the lowest level of events that have the annotation
   */
  annotate(key: string, value: string, least?: 'Metadata' | 'Request'): void
  /** As in `Trace`. */
  requested(object: JsonObject, recorded: () => Json): void
  /** Records the user that the caller impersonates. */
  impersonated(user: UserInfo): void
  answered(answer: AuditedAnswer): Promise<void>
  /** Records the end of an answer that is a stream. */
  ended(code: number): void
}

export interface Auditor {
  /**
   * The audit trail of the request; undefined when the policy records nothing for such requests. `rejection` is the
   * reason why the request never reached the API, for example a failed login. Such a request has a single event, with the
   * stage ResponseStarted.
   */
  begin(request: AuditedRequest, rejection?: string): AuditTrail | undefined
}

interface AuditorOptions {
  readonly policy: AuditPolicy
  readonly sink: AuditSink
  readonly clock: Clock
  readonly dialect: Dialect
}

/** Writes events of `audit.{domain}/v1` as the policy says. */
export function auditor({ policy, sink, clock, dialect }: AuditorOptions): Auditor {
  const apiVersion = dialect.spell('audit.{domain}/v1')
  return {
    begin(request, rejection) {
      const { level, omitStages, omitManagedFields } = policy(request)
      if (level === 'None') return undefined
      const base = { kind: 'Event', apiVersion, level, auditID: request.id }
      let about = describe(request)
      let reference: JsonObject = request.resourceRequest ? { objectRef: objectReference(request, {}) } : {}
      let sent: Json | undefined
      const annotations: Record<string, string> = {}
      const times = (stage: AuditStage) => ({
        requestReceivedTimestamp: formatMicroTime(request.receivedAt),
        stageTimestamp: formatMicroTime(stage === 'RequestReceived' ? request.receivedAt : clock.now()),
        ...(Object.keys(annotations).length > 0 && { annotations: inByteOrder(annotations) }),
      })
      const write = (stage: AuditStage, parts: JsonObject): Awaitable<boolean> =>
        omitStages.has(stage) || sink({ ...base, stage, ...about, ...reference, ...parts, ...times(stage) })
      const isPatch = request.verb === 'patch'
      const shown = (object: Json | undefined): Json | undefined =>
        omitManagedFields && object !== undefined ? withoutManagedFields(object) : object
      const isReceived = rejection !== undefined || write('RequestReceived', {})
      const succeeded = (code: number) => ({ responseStatus: { metadata: {}, code } })
      return {
        isReceived,
        ended: (code) => void write('ResponseComplete', succeeded(code)),
        impersonated: (user) => void (about = describe(request, user)),
        annotate(key, value, least = 'Metadata') {
          if (reaches(level, least)) annotations[dialect.spell(key)] ??= value
        },
        requested(object, recorded) {
          reference = { objectRef: objectReference(request, object) }
          if (reaches(level, 'Request')) sent = recorded()
        },
        async answered({ code, status, started, responseObject }) {
          if (rejection !== undefined) {
            await write('ResponseStarted', { responseStatus: { metadata: {}, message: rejection, code } })
            return
          }
          const got = reaches(level, 'RequestResponse') ? shown(await responseObject()) : undefined
          const parts = {
            ...(status === undefined ? succeeded(code) : { responseStatus: { ...statusOf(status), code } }),
            ...(sent !== undefined && { requestObject: isPatch ? sent : shown(sent) }),
            ...(got !== undefined && { responseObject: got }),
          }
          if (started || request.isLongRunning) await write('ResponseStarted', parts)
          if (!started) await write('ResponseComplete', parts)
        },
      }
    },
  }
}

function describe(request: AuditedRequest, impersonated?: UserInfo): JsonObject {
  const { url, verb, user, sourceAddresses, userAgent } = request
  return {
    requestURI: url,
    verb,
    user: user === undefined ? {} : describeUser(user),
    ...(impersonated !== undefined && { impersonatedUser: describeUser(impersonated) }),
    ...(sourceAddresses.length > 0 && { sourceIPs: [...sourceAddresses] }),
    ...(userAgent !== '' && { userAgent }),
  }
}

function describeUser({ username, uid, groups, extra }: UserInfo): JsonObject {
  return {
    username,
    ...(uid !== '' && { uid }),
    groups: [...groups],
    ...(Object.keys(extra).length > 0 && { extra: extraObject(extra) }),
  }
}

function objectReference(request: AuditedRequest, { metadata }: JsonObject): JsonObject {
  const { resource, group, version, subresource } = request
  const inBody = (key: string): string => stringOrEmpty(objectOrEmpty(metadata)[key])
  const parts = {
    resource,
    namespace: request.namespace || inBody('namespace'),
    name: request.name || inBody('name'),
    uid: inBody('uid'),
    apiGroup: group,
    apiVersion: version,
    resourceVersion: inBody('resourceVersion'),
    subresource,
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== ''))
}

function statusOf({ kind: _kind, apiVersion: _apiVersion, ...status }: Partial<Status>): JsonObject {
  return status
}

/** A copy without the managedFields of the object, of the items of a list and of the objects of a Table. */
function withoutManagedFields(value: Json): Json {
  if (!isObject(value)) return value
  const { metadata, items, kind, rows } = value
  const copy: JsonObject = { ...value }
  if (isObject(metadata)) {
    const { managedFields: _, ...rest } = metadata
    copy.metadata = rest
  }
  if (Array.isArray(items)) copy.items = items.map(withoutManagedFields)
  if (kind === 'Table')
    copy.rows = objectsIn(rows).map((row) => ({ ...row, object: withoutManagedFields(row.object ?? null) }))
  return copy
}

/**
 * Keeps the last events, oldest first. It is for hosts without an audit file, such as a page; `/debug/audit` shows the events.
 */
export function auditMemory(capacity = 1000): { readonly sink: AuditSink; events(): readonly JsonObject[] } {
  const events: JsonObject[] = []
  return {
    sink(event) {
      events.push(event)
      if (events.length > capacity) events.shift()
      return true
    },
    events: () => [...events],
  }
}
