import type { Clock } from '../../worker/clock/clock.ts'
import type { EtcdClient } from './etcd-client.ts'

/** Of the real server, which it does this with as well: whoever is of one etcd shares the work. */
const KEY = Buffer.from('compact_rev_key')
const CALL_MS = 10_000

/**
 * Lets etcd forget what is older than one to two intervals, so that it does not grow for ever. Of all servers that do so
 * one wins each interval: the one that moves the key on. What it compacts is what it saw an interval ago.
 */
export function compactRegularly(
  client: EtcdClient,
  clock: Clock,
  intervalMs: number,
  report: (error: unknown) => void,
): () => void {
  let version = 0
  let seen = 0
  let cancel = clock.after(intervalMs, run)

  function run(): void {
    compact()
      .catch(report)
      .finally(() => (cancel = isOver ? cancel : clock.after(intervalMs, run)))
  }

  async function compact(): Promise<void> {
    const deadline = Date.now() + CALL_MS
    const put = { key: KEY, value: Buffer.from(String(seen)) }
    const answer = await client.txn(
      {
        compare: [{ key: KEY, target: 'VERSION', version }],
        success: [{ requestPut: put }],
        failure: [{ requestRange: { key: KEY } }],
      },
      { deadline },
    )
    const due = seen
    seen = answer.header.revision
    if (!answer.succeeded) version = answer.responses[0]?.responseRange?.kvs[0]?.version ?? 0
    else {
      version++
      if (due > 0) await client.compact(due, { deadline })
    }
  }

  let isOver = false
  return () => {
    isOver = true
    cancel()
  }
}
