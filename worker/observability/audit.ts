import { isObject, objectOrEmpty, stringOrEmpty, type Json, type JsonObject } from '../api/json.ts'
import type { Status } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
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
}

/** How a request was answered. The objects are read only when the policy records them. */
export interface AuditedAnswer {
  readonly code: number
  readonly failure: Status | undefined
  /** Whether the answer is a stream, of which only the beginning is known. */
  readonly started: boolean
  requestObject(): Promise<Json | undefined>
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
      let reference: JsonObject = request.resourceRequest ? { objectRef: objectReference(request, undefined) } : {}
      const annotations: Record<string, string> = {}
      const times = (stage: AuditStage) => ({
        requestReceivedTimestamp: formatMicroTime(request.receivedAt),
        stageTimestamp: formatMicroTime(stage === 'RequestReceived' ? request.receivedAt : clock.now()),
        ...(Object.keys(annotations).length > 0 && { annotations: { ...annotations } }),
      })
      const write = (stage: AuditStage, parts: JsonObject): Awaitable<boolean> =>
        omitStages.has(stage) || sink({ ...base, stage, ...about, ...reference, ...parts, ...times(stage) })
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
        async answered({ code, failure, started, requestObject, responseObject }) {
          if (rejection !== undefined) {
            await write('ResponseStarted', { responseStatus: { metadata: {}, message: rejection, code } })
            return
          }
          const isWritten = request.resourceRequest && NAMING.has(request.verb)
          const object =
            request.resourceRequest && (isWritten || reaches(level, 'Request')) ? await requestObject() : undefined
          if (isWritten) reference = { objectRef: objectReference(request, object) }
          const sent = reaches(level, 'Request') && object !== undefined ? shown(object) : undefined
          const got =
            request.resourceRequest && reaches(level, 'RequestResponse') ? shown(await responseObject()) : undefined
          await write(started ? 'ResponseStarted' : 'ResponseComplete', {
            ...(failure === undefined ? succeeded(code) : { responseStatus: statusOf(failure) }),
            ...(sent !== undefined && { requestObject: sent }),
            ...(got !== undefined && { responseObject: got }),
          })
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
    ...(Object.keys(extra).length > 0 && {
      extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
    }),
  }
}

/** Verbs whose body names the object when the path does not. */
const NAMING = new Set(['create', 'update'])

function objectReference(request: AuditedRequest, object: Json | undefined): JsonObject {
  const { resource, group, version, subresource } = request
  const { metadata } = objectOrEmpty(object)
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

function statusOf({ kind: _kind, apiVersion: _apiVersion, ...status }: Status): JsonObject {
  return status
}

/** A copy without the managedFields of the object and of the items of a list. */
function withoutManagedFields(value: Json): Json {
  if (!isObject(value)) return value
  const { metadata, items } = value
  const copy: JsonObject = { ...value }
  if (isObject(metadata)) {
    const { managedFields: _, ...rest } = metadata
    copy.metadata = rest
  }
  if (Array.isArray(items)) copy.items = items.map(withoutManagedFields)
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
