import type { Clock } from '../../clock/clock.ts'
import { formatTime } from '../../clock/clock.ts'
import type { Registry } from '../../observability/metrics.ts'
import type { Store } from '../../store/store.ts'
import type { HealthCheck } from '../health.ts'
import type { DocumentSource } from '../document-server.ts'
import { VERSION } from '../non-resource-requests.ts'
import { plainText } from '../payload.ts'

interface StatusSources {
  readonly clock: Clock
  /** The time at which the server started, in milliseconds since 1970. */
  readonly startedAt: number
  readonly store: Store
  readonly registry: Registry
  readonly checks: readonly HealthCheck[]
}

/** The metric families that the page repeats. They show which requests run, wait and fail, and what the process uses. */
const SHOWN =
  /^(apiserver_current_inflight_requests|apiserver_longrunning_requests|apiserver_flowcontrol_(current|rejected)|etcd_request_errors|process_(resident|open)|nodejs_)/

/**
 * Returns the source of `/debug/statusz`, a page of text for operators. The page shows the state of the server, without names of
 * objects.
 */
export function statusPage({ clock, startedAt, store, registry, checks }: StatusSources): DocumentSource {
  return async ({ path }) => {
    if (path !== '/debug/statusz') return undefined
    const failing: string[] = []
    for (const { name, healthy, failure } of checks) {
      if (healthy === undefined || (await healthy())) continue
      failing.push(`${name}: ${typeof failure === 'function' ? failure() : (failure ?? 'failed')}`)
    }
    const lines = [
      'apiserver statusz',
      'Warning: this page is for people and may change; programs read /metrics.',
      '',
      `Started: ${formatTime(startedAt)}`,
      `Up: ${duration(clock.now() - startedAt)}`,
      `Version: ${VERSION.gitVersion}`,
      `Revision: ${store.revision}`,
      `Watches may start from: ${store.compactedRevision}`,
      `Storage: ${store.outage ?? 'accepts writes'}`,
      `Failing checks: ${failing.length === 0 ? 'none' : failing.join('; ')}`,
      '',
      ...registry
        .text()
        .split('\n')
        .filter((line) => SHOWN.test(line) && !line.endsWith(' 0')),
      '',
    ]
    return plainText(200, lines.join('\n'))
  }
}

/** A duration as text, such as `1 hr 02 min 03 sec`. */
function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const padded = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)} hr ${padded(Math.floor(seconds / 60) % 60)} min ${padded(seconds % 60)} sec`
}
