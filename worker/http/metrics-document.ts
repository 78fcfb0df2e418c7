import { methodUnknown } from '../api/status.ts'
import type { Registry } from '../observability/metrics.ts'
import type { HealthCheck } from './health.ts'
import { loadHealth } from './lazy-health.ts'
import type { DocumentSource } from './non-resource-requests.ts'
import { plainText, type Payload } from './payload.ts'

/** `/metrics` and `/metrics/slis`, in Prometheus' text format. */
export function metricsDocument(registry: Registry, checks: readonly HealthCheck[]): DocumentSource {
  return async ({ path, method }) => {
    if (path !== '/metrics' && path !== '/metrics/slis') return undefined
    if (path === '/metrics/slis' && method === 'DELETE') return plainText(200, 'metrics reset\n')
    if (path === '/metrics/slis') return written(await (await loadHealth()).healthIndicators(checks))
    if (method !== 'GET') throw methodUnknown()
    return written(registry.text())
  }
}

const written = (text: string): Payload => ({
  status: 200,
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  body: new TextEncoder().encode(text),
})
