import type { RequestRecord } from '../../worker/observability/trace.ts'
import { pageTiming } from '../client/page-timing.ts'
import { PANE_AGENT, send } from '../client/resource-client.ts'
import { jsonLines } from '../client/watch-stream.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { ClusterEvents } from '../contracts/embed-api.ts'

const PATH = '/debug/requests'
const PAUSE_MS = 1000

interface Follower {
  report(request: ClusterEvents['request']): void
  /** Called when the server accepts or refuses the watch: at first, and again after each interruption. */
  opened(): void
}

/**
 * Reports each request that the server answers from now on, until the signal aborts. Requests of the page's panes are
 * left out.
 */
export async function followRequests(
  cluster: ClusterHandle,
  { report, opened }: Follower,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { body } = await send(cluster, `${PATH}?watch=true`, { signal })
      opened()
      if (body !== null)
        for await (const records of jsonLines<RequestRecord>(body))
          for (const { method, url, status, user, userAgent, duration } of records)
            if (!userAgent.startsWith(PANE_AGENT) && !url.startsWith(PATH))
              report({ method, url, status, user, userAgent, duration })
    } catch (error) {
      opened()
      if (!signal.aborted) console.warn('The watch of requests was interrupted; it starts again.', error)
    }
    // Rejects only when the signal aborts.
    await pageTiming.sleep(PAUSE_MS, signal).catch(() => undefined)
  }
}
