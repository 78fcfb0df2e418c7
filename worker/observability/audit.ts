import { isObject, type Json, type JsonObject } from '../api/json.ts'
import type { Status } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import { formatMicroTime, type Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { reaches, type AuditAttributes, type AuditPolicy, type AuditStage } from './audit-policy.ts'

/** Where events go: memory, a file. Called in order; must not throw. */
export type AuditSink = (event: JsonObject) => void

/** One request to audit. */
export interface AuditedRequest extends AuditAttributes {
  readonly id: string
  readonly url: string
  readonly version: string
  readonly userAgent: string
  /** The client's addresses, the nearest last; empty where the host knows none. */
  readonly sourceAddresses: readonly string[]
  /** Milliseconds since 1970. */
  readonly receivedAt: number
}

/** How it was answered. The objects are only asked for where the policy wants them. */
export interface AuditedAnswer {
  readonly code: number
  readonly failure: Status | undefined
  /** The answer goes on: this event is about its beginning. */
  readonly started: boolean
  requestObject(): Promise<Json | undefined>
  responseObject(): Promise<Json | undefined>
}

export interface AuditTrail {
  /** @param key A template of the dialect. */
  annotate(key: string, value: string): void
  answered(answer: AuditedAnswer): Promise<void>
  /** An answer that went on is over. */
  ended(code: number): void
}

export interface Auditor {
  /** Undefined where the policy keeps nothing of such requests. */
  begin(request: AuditedRequest): AuditTrail | undefined
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
    begin(request) {
      const { level, omitStages, omitManagedFields } = policy(request)
      if (level === 'None') return undefined
      const base = { kind: 'Event', apiVersion, level, auditID: request.id }
      const about = describe(request)
      const annotations: Record<string, string> = {}
      const times = () => ({
        requestReceivedTimestamp: formatMicroTime(request.receivedAt),
        stageTimestamp: formatMicroTime(clock.now()),
        ...(Object.keys(annotations).length > 0 && { annotations: { ...annotations } }),
      })
      const write = (stage: AuditStage, parts: JsonObject): void => {
        if (!omitStages.has(stage)) sink({ ...base, stage, ...about, ...parts, ...times() })
      }
      const shown = (object: Json | undefined): Json | undefined =>
        omitManagedFields && object !== undefined ? withoutManagedFields(object) : object
      write('RequestReceived', {})
      const succeeded = (code: number) => ({ responseStatus: { metadata: {}, code } })
      return {
        ended: (code) => write('ResponseComplete', succeeded(code)),
        annotate: (key, value) => void (annotations[dialect.spell(key)] ??= value),
        async answered({ code, failure, started, requestObject, responseObject }) {
          const sent = request.resourceRequest && reaches(level, 'Request') ? shown(await requestObject()) : undefined
          const got =
            request.resourceRequest && reaches(level, 'RequestResponse') ? shown(await responseObject()) : undefined
          write(started ? 'ResponseStarted' : 'ResponseComplete', {
            ...(failure === undefined ? succeeded(code) : { responseStatus: statusOf(failure) }),
            ...(sent !== undefined && { requestObject: sent }),
            ...(got !== undefined && { responseObject: got }),
          })
        },
      }
    },
  }
}

function describe(request: AuditedRequest): JsonObject {
  const { url, verb, user, sourceAddresses, userAgent } = request
  return {
    requestURI: url,
    verb,
    user: user === undefined ? {} : describeUser(user),
    ...(sourceAddresses.length > 0 && { sourceIPs: [...sourceAddresses] }),
    ...(userAgent !== '' && { userAgent }),
    ...(request.resourceRequest && { objectRef: objectReference(request) }),
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

function objectReference({ resource, namespace, name, group, version, subresource }: AuditedRequest): JsonObject {
  return {
    resource,
    ...(namespace !== '' && { namespace }),
    ...(name !== '' && { name }),
    ...(group !== '' && { apiGroup: group }),
    apiVersion: version,
    ...(subresource !== '' && { subresource }),
  }
}

function statusOf({ kind: _kind, apiVersion: _apiVersion, ...status }: Status): JsonObject {
  return status
}

/** Of an object and of the items of a list. */
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

/** The last events, oldest first: what a page or `/debug/audit` shows where there is no file. */
export function auditMemory(capacity = 1000): { readonly sink: AuditSink; events(): readonly JsonObject[] } {
  const events: JsonObject[] = []
  return {
    sink(event) {
      events.push(event)
      if (events.length > capacity) events.shift()
    },
    events: () => [...events],
  }
}
