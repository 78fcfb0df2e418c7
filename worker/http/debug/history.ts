import { clampedInteger } from '../../api/int64.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import type { Catalog } from '../../resources/resource.ts'
import { DebugReader, objectOfKey } from './debug-access.ts'
import { isSecret, maskDifferences } from './secret-mask.ts'
import { badRequest, expired } from '../../api/status.ts'
import type { JsonObject } from '../../api/json.ts'
import { objectsIn, stringOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { stringifyJson } from '../../codec/encode.ts'
import { PLAIN_JSON } from '../../codec/negotiation.ts'
import { comparable } from '../../patch/json-differences.ts'
import { keyedDifferences } from '../../patch/keyed-differences.ts'
import type { Change, KeptChange, Store } from '../../store/store.ts'
import { Compacted } from '../../store/store.ts'
import type { DocumentSource } from '../document-server.ts'
import { integer } from '../options.ts'
import { payload } from '../payload.ts'

const DEFAULT_LIMIT = 500

export interface HistorySource {
  readonly store: Store
  readonly catalog: Catalog
  readonly authorizer: Authorizer
}

/**
 * `/debug/history`: the changes and their field managers, revision by revision, oldest first, back to the last
 * compaction. Parameters: `after` (a revision; default: the last compaction), `limit`, `resource` (`pods`,
 * `apps/deployments`), `namespace`, `name`. A reader sees the objects that it may `get`, and no data of a Secret. At each
 * revision `?atRevision=N` reads one object, and `?resourceVersion=N&resourceVersionMatch=Exact` a list.
 */
export function historyDocument({ store, catalog, authorizer }: HistorySource): DocumentSource {
  return async ({ path, query }, _request, user) => {
    if (path !== '/debug/history') return undefined
    const { revision, compactedRevision } = store
    const after = clampedInteger(integer(query, 'after') ?? compactedRevision)
    const limit = integer(query, 'limit') ?? DEFAULT_LIMIT
    if (limit < 1) throw badRequest('limit must be at least 1')
    const asked = (['resource', 'namespace', 'name'] as const).flatMap((part) => {
      const value = query.get(part)
      return value === null ? [] : [[part, value] as const]
    })
    const reader = new DebugReader(authorizer, user)
    const items: object[] = []
    let next: number | undefined
    for (const kept of changesAfter(store, after)) {
      if (!asked.every(([part, value]) => kept.change.key[part] === value)) continue
      const object = objectOfKey(catalog, kept.change.key)
      if (object === undefined || !(await reader.mayGet(object))) continue
      if (items.length === limit) {
        next = kept.change.revision - 1
        break
      }
      items.push(describe(kept, isSecret(object)))
    }
    const document = { kind: 'HistoryList', revision, compactedRevision, ...(next && { next }), items }
    return payload(200, stringifyJson(document as JsonObject), PLAIN_JSON)
  }
}

function changesAfter(store: Store, after: number): Iterable<KeptChange> {
  try {
    return store.changes(after)
  } catch (error) {
    if (error instanceof Compacted) throw expired(`the history begins at revision ${error.compactedRevision}`)
    throw error
  }
}

function describe({ change, at }: KeptChange, isMasked: boolean): object {
  const { revision, key, previous, current, cause } = change
  const type = typeOf(change)
  // Only modifications have differences: clients read a created or deleted object as a whole, at its revision.
  const changes = type === 'MODIFIED' ? keyedDifferences(comparable(previous?.object), comparable(current.object)) : []
  return {
    revision,
    time: new Date(at).toISOString(),
    type,
    ...key,
    user: cause?.user ?? '',
    verb: cause?.verb ?? '',
    requestId: cause?.requestId ?? '',
    agent: cause?.agent ?? '',
    managers: writersOf(previous?.object, current.object),
    changes: isMasked ? maskDifferences(changes) : changes,
  }
}

function typeOf({ type, previous }: Change): 'ADDED' | 'MODIFIED' | 'DELETED' {
  if (type === 'remove') return 'DELETED'
  return previous === undefined ? 'ADDED' : 'MODIFIED'
}

/**
 * The field managers of a change: the managers whose entry in managedFields is new or has another time. An entry keeps its time
 * when it only loses fields, and when its manager writes twice within one second. If no entry has another time, the newest
 * entry names the writer.
 */
function writersOf(before: ApiObject | undefined, { metadata }: ApiObject): string[] {
  const known = objectsIn(before?.metadata?.managedFields)
  const entries = objectsIn(metadata?.managedFields)
  const times = new Set(known.map((entry) => `${writerOf(entry)} ${timeOf(entry)}`))
  const written = entries.filter((entry) => !times.has(`${writerOf(entry)} ${timeOf(entry)}`))
  const newest = entries.map(timeOf).sort().at(-1)
  const wrote = written.length > 0 ? written : entries.filter((entry) => timeOf(entry) === newest)
  return [...new Set(wrote.map(({ manager }) => stringOrEmpty(manager)))]
}

const writerOf = ({ manager, operation, subresource }: JsonObject): string =>
  JSON.stringify([manager, operation, subresource])
const timeOf = ({ time }: JsonObject): string => stringOrEmpty(time)
