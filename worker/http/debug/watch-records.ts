import { numberOfText } from '../../api/numbers.ts'
import { badRequest, methodNotAllowed } from '../../api/status.ts'
import type { UserInfo } from '../../api/user.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import { PLAIN_JSON } from '../../codec/negotiation.ts'
import type { SentEvent, WatchRegistry, WatchRequest, WatchState } from '../../observability/watch-registry.ts'
import { andThen, type Awaitable } from '../../runtime/awaitable.ts'
import type { Store } from '../../store/store.ts'
import type { DocumentSource } from '../document-server.ts'
import { payload, type Payload } from '../payload.ts'
import { wantsWatch } from '../request-info.ts'
import { DebugReader } from './debug-access.ts'
import { recordStream } from './record-stream.ts'

export interface WatchSource {
  readonly watches: Pick<WatchRegistry, 'list' | 'follow'>
  readonly authorizer: Authorizer
  readonly store: Pick<Store, 'revision' | 'compactedRevision' | 'compact'>
}

/**
 * `/debug/watches`: the open watches and the last ended ones. It lists the reader's own watches and watches of resources that
 * the reader may `get`. With `watch`, it sends a line for each event of a watch about an object that the reader may `get`.
 * `after` is the number of an event: kept events after that event are sent first.
 */
export function watchRecords(source: WatchSource): DocumentSource {
  const { watches, authorizer, store } = source
  return async ({ path, query }, _request, user) => {
    if (path !== '/debug/watches') return undefined
    if (wantsWatch(query)) return eventStream(source, user, readAfter(query))
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

/** The most unread bytes. A reader that has more receives no further events, and finds a gap in their numbers. */
const MAX_UNREAD = 256 * 1024

function eventStream({ watches, authorizer }: WatchSource, user: UserInfo, after: number | undefined): Payload {
  return recordStream<Sending>(
    (write) => watches.follow((event, watch) => write({ event, watch }), after),
    ({ event, watch }, { backlog }) => {
      if (backlog() > MAX_UNREAD) return undefined
      // A new DebugReader for each event, because roles change during a watch.
      const readable = mayRead(new DebugReader(authorizer, user), watch, event.name, event.namespace)
      return andThen(readable, (isReadable) => (isReadable ? event : undefined))
    },
  )
}

interface Sending {
  readonly event: SentEvent
  readonly watch: WatchRequest
}

function readAfter(query: URLSearchParams): number | undefined {
  const text = query.get('after')
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw badRequest('after must be the number of an event')
  return numberOfText(text)
}
