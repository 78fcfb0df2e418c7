import { methodUnknown } from '../api/status.ts'
import type { Registry } from '../observability/metrics.ts'
import type { DocumentSource } from './non-resource-requests.ts'

/** `/metrics`, in Prometheus' text format. */
export function metricsDocument(registry: Registry): DocumentSource {
  return ({ path, method }) => {
    if (path !== '/metrics') return undefined
    if (method !== 'GET') throw methodUnknown()
    return {
      status: 200,
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      body: new TextEncoder().encode(registry.text()),
    }
  }
}
