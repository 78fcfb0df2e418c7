import type { Json } from '../api/json.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { auditMemory, auditor, type Auditor, type AuditSink } from '../observability/audit.ts'
import { readAuditPolicy } from '../observability/audit-policy.ts'
import { auditedAnswer, auditedRequest, auditedStream, loginRejection } from '../http/audited.ts'
import { auditEvents } from '../http/debug/audit-events.ts'
import type { DocumentSource } from '../http/document-server.ts'

/** The audit policy and the sink of its events. Without a sink, `/debug/audit` shows the last events. */
export interface AuditOptions {
  readonly policy: Json
  readonly sink?: AuditSink
}

interface AuditedServer {
  readonly audit: AuditOptions
  readonly clock: Clock
  readonly dialect: Dialect
  readonly authorizer: Authorizer
}

/** The auditor, and the conversions of requests and answers for it. */
export interface Audit extends Auditor {
  readonly request: typeof auditedRequest
  readonly answer: typeof auditedAnswer
  readonly stream: typeof auditedStream
  readonly rejection: typeof loginRejection
  readonly documents: readonly DocumentSource[]
}

const conversions = { request: auditedRequest, answer: auditedAnswer, stream: auditedStream, rejection: loginRejection }

/** Opens the auditor of a server. @throws Error that names the field of the policy to mend */
export function openAudit({ audit, clock, dialect, authorizer }: AuditedServer): Audit {
  const policy = readAuditPolicy(audit.policy, dialect)
  if (audit.sink !== undefined)
    return { ...auditor({ policy, sink: audit.sink, clock, dialect }), ...conversions, documents: [] }
  const { sink, events } = auditMemory()
  return { ...auditor({ policy, sink, clock, dialect }), ...conversions, documents: [auditEvents(events, authorizer)] }
}
