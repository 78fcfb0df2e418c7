import type { RequestRecord } from '../../worker/observability/trace.ts'
import { pageTiming } from '../client/page-timing.ts'
import { READER, send } from '../client/resource-client.ts'
import { jsonLines } from '../client/watch-stream.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { ClusterEvents } from '../contracts/embed-api.ts'

const PATH = '/debug/requests'
const PAUSE_MS = 1000

/** Reports each request that the server answers from now on, without those of the panes, until the signal aborts. */
export async function followRequests(
  cluster: ClusterHandle,
  report: (request: ClusterEvents['request']) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { body } = await send(cluster, `${PATH}?watch=true`, { signal })
      if (body !== null)
        for await (const records of jsonLines<RequestRecord>(body))
          for (const { method, url, status, user, userAgent, duration } of records)
            if (!userAgent.startsWith(READER) && !url.startsWith(PATH))
              report({ method, url, status, user, userAgent, duration })
    } catch (error) {
      if (!signal.aborted) console.warn('The requests of the cluster are not followed for a moment.', error)
    }
    // Rejects only when the signal aborts.
    await pageTiming.sleep(PAUSE_MS, signal).catch(() => undefined)
  }
}
