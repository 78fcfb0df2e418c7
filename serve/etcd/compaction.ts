import type { Clock } from '../../worker/clock/clock.ts'
import type { EtcdClient } from './etcd-client.ts'

/** The key that the real server also uses: all servers of one etcd share the work. */
const KEY = Buffer.from('compact_rev_key')
const CALL_MS = 10_000

/**
 * Compacts revisions that are older than one to two intervals, so that etcd does not grow without bound. In each interval
 * one server wins by updating the key, and compacts to the revision that it read an interval ago.
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
