import type { Json } from '../api/json.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { auditMemory, auditor, type Auditor, type AuditSink } from '../observability/audit.ts'
import { readAuditPolicy } from '../observability/audit-policy.ts'
import { auditedAnswer, auditedRequest, auditedStream, loginRejection } from '../http/audited.ts'
import type { DocumentSource } from '../http/non-resource-requests.ts'

/** What to audit, and where to; without a sink the last events are kept for `/debug/audit`. */
export interface AuditOptions {
  readonly policy: Json
  readonly sink?: AuditSink
}

interface Surroundings {
  readonly audit: AuditOptions
  readonly clock: Clock
  readonly dialect: Dialect
}

/** The auditor, and how requests and answers look to it. */
export interface Audit extends Auditor {
  readonly request: typeof auditedRequest
  readonly answer: typeof auditedAnswer
  readonly stream: typeof auditedStream
  readonly rejection: typeof loginRejection
  readonly documents: readonly DocumentSource[]
}

const seen = { request: auditedRequest, answer: auditedAnswer, stream: auditedStream, rejection: loginRejection }

/** @throws Error that names the field of the policy to mend */
export function openAudit({ audit, clock, dialect }: Surroundings): Audit {
  const policy = readAuditPolicy(audit.policy, dialect)
  if (audit.sink !== undefined)
    return { ...auditor({ policy, sink: audit.sink, clock, dialect }), ...seen, documents: [] }
  const { sink, events } = auditMemory()
  const shown: DocumentSource = ({ path }) => {
    if (path !== '/debug/audit') return undefined
    const body = new TextEncoder().encode(JSON.stringify({ kind: 'EventList', items: events() }))
    return { status: 200, contentType: 'application/json', body }
  }
  return { ...auditor({ policy, sink, clock, dialect }), ...seen, documents: [shown] }
}
