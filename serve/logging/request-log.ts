import type { Handle } from '../../worker/api/exchange.ts'
import type { Logger } from './logger.ts'

/** Requests are logged from this level on, as in the real server. */
const LEVEL = 3

/** Logs each answered request: verb, URI, latency, user agent, audit id, address and status. Watches are logged when they begin. */
export function loggedHandle(handle: Handle, log: Logger, elapsed: () => number): Handle {
  if (!log.writes(LEVEL)) return handle
  return async (request) => {
    const started = elapsed()
    const response = await handle(request)
    const audit = response.headers.find(([name]) => name === 'Audit-Id')?.[1] ?? ''
    log.info(LEVEL, 'HTTP', [
      ['verb', request.method],
      ['URI', request.url],
      ['latency', `${(elapsed() - started).toFixed(3)}ms`],
      ['userAgent', request.headers.get('user-agent') ?? ''],
      ['audit-ID', audit],
      ['srcIP', request.peerAddress ?? ''],
      ['resp', response.status],
    ])
    return response
  }
}
