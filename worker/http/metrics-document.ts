import { helpOf } from '../observability/help-texts.ts'
import type { Registry } from '../observability/metrics.ts'
import type { HealthCheck } from './health.ts'
import { healthIndicators, resetIndicators } from './health-documents.ts'
import type { DocumentSource } from './document-server.ts'
import { plainText, type Payload } from './payload.ts'

/** `/metrics` and `/metrics/slis`, in Prometheus' text format. Both answer every method; DELETE resets them. */
export function metricsDocument(registry: Registry, checks: readonly HealthCheck[]): DocumentSource {
  return ({ path, method }) => {
    if (path !== '/metrics' && path !== '/metrics/slis') return undefined
    const ofHealth = path === '/metrics/slis'
    if (method !== 'DELETE') return written(ofHealth ? healthIndicators(checks) : registry.text(helpOf))
    if (ofHealth) resetIndicators(checks)
    else registry.reset()
    return plainText(200, 'metrics reset\n')
  }
}

/** The answer with the metrics. A text without series has no `Content-Type`, as recorded. */
const written = (text: string): Payload => ({
  status: 200,
  contentType: text === '' ? '' : 'text/plain; version=0.0.4; charset=utf-8',
  body: new TextEncoder().encode(text),
})
