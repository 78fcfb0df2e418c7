import type { Clock } from '../clock/clock.ts'
import type { StorageMetrics } from '../observability/storage-metrics.ts'
import { parseKey } from '../store/write.ts'
import type { Log, LogChange, SharedLog } from '../store/persistence/log.ts'

/** The log, with each of its writes counted. A commit of several changes counts once for each of them. */
export function measuredLog(log: Log | SharedLog, metrics: StorageMetrics, clock: Clock): Log | SharedLog {
  const measure = async <T>(changes: readonly LogChange[], request: () => Promise<T>): Promise<T> => {
    const started = clock.elapsed()
    let failed = true
    try {
      const result = await request()
      failed = false
      return result
    } finally {
      const outcome = { seconds: (clock.elapsed() - started) / 1000, failed }
      for (const change of changes) metrics.requested(operationOf(change), typeOf(change.key), outcome)
    }
  }
  if ('write' in log) {
    return {
      open: () => log.open(),
      follow: (follower) => log.follow(follower),
      write: (change) => measure([change], () => log.write(change)),
      catchUp: () => log.catchUp(),
      close: () => log.close(),
    }
  }
  return {
    open: () => log.open(),
    commit: (changes) => measure(changes, () => log.commit(changes)),
    get outage() {
      return log.outage
    },
    close: () => log.close(),
  }
}

function operationOf(change: LogChange): 'create' | 'update' | 'delete' {
  if (change.removes ?? change.value === undefined) return 'delete'
  return change.expected === 0 ? 'create' : 'update'
}

/** The resource of a key: `deployments.apps` for `apps/deployments/default/web`. */
function typeOf(key: string): string {
  const { resource } = parseKey(key)
  const slash = resource.indexOf('/')
  return slash < 0 ? resource : `${resource.slice(slash + 1)}.${resource.slice(0, slash)}`
}
