import { badRequest, expired } from '../api/status.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { stringifyJson } from '../codec/encode.ts'
import { PLAIN_JSON } from '../codec/negotiation.ts'
import { equalJson } from '../patch/json-values.ts'
import type { Change, KeptChange, Store } from '../store/store.ts'
import { Compacted } from '../store/store.ts'
import type { DocumentSource } from './non-resource-requests.ts'
import { integer } from './options.ts'
import { payload } from './payload.ts'

const DEFAULT_LIMIT = 500

/**
 * `/debug/history`: who changed what, revision by revision, oldest first, as far back as revisions are kept. Parameters:
 * `after` (a revision; default: all that is kept), `limit`, `resource` (`pods`, `apps/deployments`), `namespace`,
 * `name`. At each revision `?resourceVersion=N&resourceVersionMatch=Exact` reads the state.
 */
export function historyDocument(store: Store): DocumentSource {
  return ({ path, query }) => {
    if (path !== '/debug/history') return undefined
    const { revision, compactedRevision } = store
    const after = integer(query, 'after') ?? compactedRevision
    const limit = integer(query, 'limit') ?? DEFAULT_LIMIT
    if (limit < 1) throw badRequest('limit must be at least 1')
    const asked = (['resource', 'namespace', 'name'] as const).flatMap((part) => {
      const value = query.get(part)
      return value === null ? [] : [[part, value] as const]
    })
    const items: object[] = []
    let next: number | undefined
    for (const kept of changesAfter(store, after)) {
      if (!asked.every(([part, value]) => kept.change.key[part] === value)) continue
      if (items.length === limit) {
        next = kept.change.revision - 1
        break
      }
      items.push(describe(kept))
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

function describe({ change, at }: KeptChange): object {
  const { revision, key, previous, current, cause } = change
  const type = typeOf(change)
  return {
    revision,
    time: new Date(at).toISOString(),
    type,
    ...key,
    user: cause?.user ?? '',
    verb: cause?.verb ?? '',
    requestId: cause?.requestId ?? '',
    // A whole object is read at its revision; here stands what an update is about.
    changes: type === 'MODIFIED' ? differences(shown(previous?.object), shown(current.object), '') : [],
  }
}

const typeOf = ({ type, previous }: Change): 'ADDED' | 'MODIFIED' | 'DELETED' =>
  type === 'remove' ? 'DELETED' : previous === undefined ? 'ADDED' : 'MODIFIED'

/** Without what every write changes. */
function shown(object: ApiObject | undefined): Json {
  const { resourceVersion: _, managedFields: _fields, ...metadata } = object?.metadata ?? {}
  return { ...object, metadata }
}

interface Difference {
  /** A JSON pointer (RFC 6901). */
  readonly path: string
  /** Absent: there was, or is, nothing. */
  readonly before?: Json
  readonly after?: Json
}

/** What differs, at the deepest place that says it; lists of another length differ as a whole. */
export function differences(before: Json | undefined, after: Json | undefined, path: string): Difference[] {
  const descend = (names: Iterable<string>, from: (name: string) => Json | undefined, to: typeof from) =>
    [...new Set(names)].flatMap((name) =>
      differences(from(name), to(name), `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    )
  if (isObject(before) && isObject(after))
    return descend(
      [...Object.keys(before), ...Object.keys(after)],
      (name) => before[name],
      (name) => after[name],
    )
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return descend(
      before.map((_, i) => String(i)),
      (i) => before[Number(i)],
      (i) => after[Number(i)],
    )
  if (equalJson(before, after)) return []
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
}
