import { exactJson } from '../../worker/api/exact-json.ts'
import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectsIn } from '../../worker/api/json.ts'
import { differences } from '../../worker/patch/json-differences.ts'
import type { ReproRequest } from '../share/repro.ts'

/** An answer of a replay. */
export interface ReplayedAnswer {
  readonly status: number
  readonly body?: Json
}

/** The maximum number of reported differences of one answer. */
const MAX_DIFFERENCES = 20

/**
 * The differences between a replayed answer and the recorded one: `status: 201, was 409`, `/spec/replicas: 2, was 3`.
 * Values that are different in every cluster are left out: uids, revisions, times, addresses, generated names, and
 * `status`, which depends on the time.
 */
export function answerDifferences({ status, answer }: ReproRequest, replayed: ReplayedAnswer): readonly string[] {
  const code = status === replayed.status ? [] : [`status: ${replayed.status}, was ${status}`]
  if (answer === undefined || replayed.body === undefined) return code
  const found = differences(comparable(answer), comparable(replayed.body))
  return [...code, ...found.map(({ path, before, after }) => `${path}: ${shown(after)}, was ${shown(before)}`)].slice(
    0,
    MAX_DIFFERENCES,
  )
}

const shown = (value: Json | undefined): string => (value === undefined ? 'absent' : exactJson(value).slice(0, 200))

const VOLATILE: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'generateName',
  'continue',
  'clusterIP',
  'clusterIPs',
  'nodePort',
  'nodeName',
  'remainingItemCount',
])

function comparable(value: Json): Json {
  if (isStatus(value)) return { reason: value['reason'] ?? '', message: withoutVolatile(value['message']) }
  if (isTable(value)) return rowsOf(value)
  if (Array.isArray(value)) return value.map(comparable)
  if (!isObject(value)) return value
  const items = value['items']
  // Objects of controllers are left out: their generated names differ, and the list is sorted by name.
  if (Array.isArray(items) && typeof value['kind'] === 'string' && value['kind'].endsWith('List'))
    return { kind: value['kind'], items: items.filter(isOwn).map(comparable) }
  const kept: JsonObject = {}
  for (const [key, inner] of Object.entries(value)) {
    if (VOLATILE.has(key) || (key === 'status' && 'metadata' in value)) continue
    if (inner !== undefined) kept[key] = comparable(inner)
  }
  return kept
}

const isStatus = (value: Json): value is JsonObject => isObject(value) && value['kind'] === 'Status'
const isTable = (value: Json): value is JsonObject => isObject(value) && value['kind'] === 'Table'

/** The rows of a table by name. The other cells depend on the time. */
function rowsOf({ rows }: JsonObject): Json {
  const found = objectsIn(rows)
  const names = found.flatMap(({ cells, object }) =>
    isOwn(object) ? [Array.isArray(cells) ? (cells[0] ?? null) : null] : [],
  )
  return { kind: 'Table', names }
}

/** Whether a user created the object: it has no owners. Objects of controllers have generated names. */
function isOwn(value: Json | undefined): boolean {
  if (!isObject(value) || !isObject(value['metadata'])) return true
  const owners = value['metadata']['ownerReferences']
  return !Array.isArray(owners) || owners.length === 0
}

/** The message without the uids and the numbers, such as revisions, that it quotes. */
const withoutVolatile = (message: Json | undefined): Json =>
  typeof message === 'string' ? message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UID').replace(/\b\d{2,}\b/g, 'N') : null
