import type { Json } from '../api/json.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { auditMemory, auditor, type Auditor, type AuditSink } from '../observability/audit.ts'
import { readAuditPolicy } from '../observability/audit-policy.ts'
import type { DocumentSource } from './non-resource-requests.ts'

/** What to audit, and where to; without a sink the last events are kept for `/debug/audit`. */
export interface AuditOptions {
  readonly policy: Json
  readonly sink?: AuditSink
}

interface Surroundings {
  readonly audit?: AuditOptions
  readonly clock: Clock
  readonly dialect: Dialect
}

/** @throws Error that names the field of the policy to mend */
export function openAudit({ audit, clock, dialect }: Surroundings): {
  readonly audit?: Auditor
  readonly documents: readonly DocumentSource[]
} {
  if (audit === undefined) return { documents: [] }
  const policy = readAuditPolicy(audit.policy, dialect)
  if (audit.sink !== undefined) return { audit: auditor({ policy, sink: audit.sink, clock, dialect }), documents: [] }
  const { sink, events } = auditMemory()
  const shown: DocumentSource = ({ path }) => {
    if (path !== '/debug/audit') return undefined
    const body = new TextEncoder().encode(JSON.stringify({ kind: 'EventList', items: events() }))
    return { status: 200, contentType: 'application/json', body }
  }
  return { audit: auditor({ policy, sink, clock, dialect }), documents: [shown] }
}
