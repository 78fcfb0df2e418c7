import type { LogRecord, LogState } from '../../worker/store/persistence/log.ts'
import type { EtcdClient, KeyValue } from './etcd-client.ts'
import type { KeySpace } from './key-space.ts'
import { readHead } from './key-space.ts'

const PAGE = 500

/** The stored objects as of one revision of etcd. */
interface StoredState {
  readonly state: LogState
  /** The first revision of the watch that follows. */
  readonly next: number
  /** The keys in the form in which the cluster was created. */
  readonly keys: KeySpace
}

/**
 * Reads all stored objects, page by page, as of the revision of the first page.
 * @param patience the timeout of each page, in milliseconds
 * @throws Error when the keys under the prefix are not of this server
 */
export async function readState(client: EtcdClient, keys: KeySpace, patience: number): Promise<StoredState> {
  const kvs: KeyValue[] = []
  let key: string | Buffer = keys.start
  let revision: number | undefined
  for (;;) {
    const range = { key, rangeEnd: keys.end, limit: PAGE, ...(revision !== undefined && { revision }) }
    const page = await client.range(range, { deadline: Date.now() + patience })
    revision ??= page.header.revision
    for (const kv of page.kvs) kvs.push(kv)
    const last = page.kvs.at(-1)
    if (!page.more || last === undefined) break
    key = Buffer.concat([last.key, Buffer.of(0)])
  }
  const own = keysOf(keys, kvs)
  return { state: stateOf(own, kvs, revision), next: revision + 1, keys: own }
}

/** The keys in the form that the head names; a cluster without a head is new. */
function keysOf(keys: KeySpace, kvs: readonly KeyValue[]): KeySpace {
  const head = kvs.find(({ key }) => keys.isHead(key))
  if (head !== undefined) return keys.inForm(readHead(head.value).form)
  if (kvs.length === 0) return keys
  throw new Error(`The keys under ${keys.start} are not of this server; name another --etcd-prefix.`)
}

function stateOf(keys: KeySpace, kvs: readonly KeyValue[], revision: number): LogState {
  const head = kvs.find(({ key }) => keys.isHead(key))
  const records: LogRecord[] = []
  for (const { key, value, modRevision } of kvs) {
    const logKey = keys.logKeyOf(key)
    if (logKey !== undefined) records.push({ key: logKey, value, revision: modRevision })
  }
  const newest = records.reduce((most, record) => Math.max(most, record.revision), head?.modRevision ?? 0)
  return { revision: newest || revision, records }
}
