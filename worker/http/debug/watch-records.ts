import { badRequest, methodNotAllowed } from '../../api/status.ts'
import type { UserInfo } from '../../api/user.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import { PLAIN_JSON } from '../../codec/negotiation.ts'
import type { SentEvent, WatchRegistry, WatchRequest, WatchState } from '../../observability/watch-registry.ts'
import { andThen, type Awaitable } from '../../runtime/awaitable.ts'
import type { Store } from '../../store/store.ts'
import type { DocumentSource } from '../non-resource-requests.ts'
import { payload, type Payload } from '../payload.ts'
import { wantsWatch } from '../request-info.ts'
import { DebugReader } from './debug-access.ts'

export interface WatchSource {
  readonly watches: Pick<WatchRegistry, 'list' | 'follow'>
  readonly authorizer: Authorizer
  readonly store: Pick<Store, 'revision' | 'compactedRevision' | 'compact'>
}

/**
 * `/debug/watches`: the open watches and the last ended ones: the reader's own and those of resources that it may `get`.
 * With `watch`, a line for each event that a watch sends, about objects that the reader may `get`.
 */
export function watchRecords({ watches, authorizer, store }: WatchSource): DocumentSource {
  return async ({ path, query }, _request, user) => {
    if (path !== '/debug/watches') return undefined
    if (wantsWatch(query)) return follow(watches, authorizer, user)
    const reader = new DebugReader(authorizer, user)
    const items: WatchState[] = []
    for (const watch of watches.list()) if (await mayRead(reader, watch, '', watch.namespace)) items.push(watch)
    const { revision, compactedRevision } = store
    return payload(200, JSON.stringify({ kind: 'WatchList', revision, compactedRevision, items }), PLAIN_JSON)
  }
}

/**
 * `POST /debug/compaction`: drops the history, as an operator of etcd does. A later list or watch from an older revision
 * receives 410.
 */
export function compaction({ store }: Pick<WatchSource, 'store'>): DocumentSource {
  return ({ path, method, query }) => {
    if (path !== '/debug/compaction') return undefined
    if (method !== 'POST') throw methodNotAllowed({ group: '', resource: 'compaction' }, method.toLowerCase())
    if (query.size > 0) throw badRequest('a compaction has no options: it drops the whole history')
    const before = store.compactedRevision
    store.compact()
    const { revision, compactedRevision } = store
    return payload(200, JSON.stringify({ kind: 'Compaction', revision, before, compactedRevision }), PLAIN_JSON)
  }
}

function mayRead(reader: DebugReader, watch: WatchRequest, name: string, namespace: string): Awaitable<boolean> {
  if (watch.user === reader.user.username && name === '') return true
  const { group, version, resource } = watch
  return reader.mayGet({ group, version, resource, subresource: '', namespace, name })
}

function follow(watches: WatchSource['watches'], authorizer: Authorizer, user: UserInfo): Payload {
  let stop: (() => void) | undefined
  return {
    status: 200,
    contentType: PLAIN_JSON.mediaType,
    body: {
      start(sink) {
        const encoder = new TextEncoder()
        let written: Awaitable<void> = undefined
        const write = (event: SentEvent, watch: WatchRequest): Awaitable<void> => {
          // A slow reader of this document misses events, which the list counts.
          if (sink.backlog() > MOST_UNREAD) return
          const readable = mayRead(new DebugReader(authorizer, user), watch, event.name, event.namespace)
          return andThen(readable, (isReadable) => {
            if (isReadable) sink.write(encoder.encode(`${JSON.stringify(event)}\n`))
          })
        }
        stop = watches.follow((event, watch) => {
          written = andThen(written, () => write(event, watch))
        })
      },
      stop: () => stop?.(),
    },
  }
}

const MOST_UNREAD = 256 * 1024
