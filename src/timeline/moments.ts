import type { RequestRecord } from '../../worker/observability/trace.ts'
import type { Discovery } from '../client/discovery.ts'
import { objectText, type ObjectRef } from '../client/object-ref.ts'
import { changeTitle } from '../history/change-words.ts'
import type { ObjectChange } from '../history/object-change.ts'
import type { Tone } from '../relations/object-state.ts'
import { actorOf, verbOf } from '../requests/trace-phases.ts'

/** A change of any object of the cluster. */
export interface ClusterChange extends ObjectChange {
  /** The resource, with its group if any: `pods`, `apps/deployments`. */
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

export type Lane = 'requests' | 'changes' | 'controllers' | 'events'

export const LANES: readonly { readonly id: Lane; readonly title: string }[] = [
  { id: 'requests', title: 'Requests' },
  { id: 'changes', title: 'Changes' },
  { id: 'controllers', title: 'Controllers' },
  { id: 'events', title: 'Events' },
]

/** One point of the time axis. */
export interface Moment {
  readonly id: string
  readonly lane: Lane
  /** Milliseconds since 1970. */
  readonly at: number
  /** The revision of the cluster after this moment. */
  readonly revision: number
  readonly who: string
  readonly what: string
  readonly tone: Tone
  readonly change?: ClusterChange
  readonly request?: RequestRecord
}

/** User names of the server's own parts: controllers and nodes. */
const OF_THE_CLUSTER = /^system:(?!serviceaccount:|anonymous$|admin$)/

/** Whether a part of the cluster made a change: the server itself, a controller or a node. */
export const isOfCluster = ({ user }: ClusterChange): boolean => OF_THE_CLUSTER.test(user) || user === ''

function laneOf(change: ClusterChange): Lane {
  if (change.resource === 'events') return 'events'
  return isOfCluster(change) ? 'controllers' : 'changes'
}

/** The object of a change as text: `deployments shop/web`. */
export const placeText = (change: ClusterChange): string =>
  objectText({ ...change, resource: change.resource.replace(/^.*\//, '') })

/** A change as text: `deployments shop/web: created`. */
export const sentenceOf = (change: ClusterChange): string =>
  `${placeText(change)}: ${changeTitle(change).replace(/^(Created|Changed|Deleted|Field owners)/, (word) => word.toLowerCase())}`

/** The author of a change: the name of a controller, or the user. */
export function authorOf(change: ClusterChange): string {
  const { user, agent } = change
  return OF_THE_CLUSTER.test(user) ? agent || user : user
}

const TONES: Readonly<Record<ObjectChange['type'], Tone>> = { ADDED: 'good', MODIFIED: 'idle', DELETED: 'bad' }

function momentOfChange(change: ClusterChange): Moment {
  return {
    id: `r${change.revision}`,
    lane: laneOf(change),
    at: Date.parse(change.time),
    revision: change.revision,
    who: authorOf(change),
    what: sentenceOf(change),
    tone: TONES[change.type],
    change,
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

function momentOfRequest(request: RequestRecord, revision: number): Moment {
  return {
    id: `q${request.id}`,
    lane: 'requests',
    at: request.startedAt,
    revision,
    who: actorOf(request),
    what: `${verbOf(request)} ${decoded(request.url.split('?')[0] ?? '')}: ${request.status}`,
    tone: request.status >= 400 ? 'bad' : 'good',
    request,
  }
}

/**
 * All moments, sorted by time. A request has the newest revision before it.
 * @param changes sorted by revision
 */
export function momentsOf(changes: readonly ClusterChange[], requests: readonly RequestRecord[]): readonly Moment[] {
  const first = changes[0]
  if (first === undefined) return []
  const start = Date.parse(first.time)
  const pending = requests
    .filter(({ startedAt, url }) => startedAt >= start - 1000 && !url.startsWith('/debug/'))
    .toSorted((a, b) => a.startedAt - b.startedAt)
  const all: Moment[] = []
  let next = 0
  let revision = first.revision - 1
  const takeUntil = (time: number): void => {
    for (let request = pending[next]; request !== undefined && request.startedAt <= time; request = pending[++next])
      all.push(momentOfRequest(request, revision))
  }
  for (const change of changes) {
    takeUntil(Date.parse(change.time))
    all.push(momentOfChange(change))
    revision = change.revision
  }
  takeUntil(Infinity)
  return all
}

/**
 * The index of the moment that made a revision; when no kept moment made it, the index of the last moment before. Later requests
 * share the revision and did not make it.
 */
export function momentOfRevision(moments: readonly Moment[], revision: number): number {
  const made = moments.findIndex(({ change }) => change?.revision === revision)
  return made >= 0 ? made : moments.findLastIndex((moment) => moment.revision <= revision)
}

/** The object of a change, in the version that the cluster serves; undefined when the cluster does not serve it. */
export function refOf(
  { resource, namespace, name }: Pick<ClusterChange, 'resource' | 'namespace' | 'name'>,
  discovery: Discovery | undefined,
): ObjectRef | undefined {
  const [plural = '', group = ''] = resource.split('/').reverse()
  const type = discovery?.byResource(group, plural)
  return type && { group, version: type.version, resource: plural, namespace, name }
}

/** How an object differs between two revisions. */
export interface ObjectDifference {
  readonly change: ClusterChange
  readonly kind: 'created' | 'changed' | 'deleted'
}

/**
 * The objects that differ between two revisions. An object that was created and deleted between them does not differ.
 * @param changes sorted by revision
 */
export function differencesBetween(
  changes: readonly ClusterChange[],
  from: number,
  to: number,
): readonly ObjectDifference[] {
  const [low, high] = from <= to ? [from, to] : [to, from]
  const spans = new Map<string, { first: ClusterChange; last: ClusterChange }>()
  for (const change of changes) {
    if (change.revision <= low || change.revision > high) continue
    const key = JSON.stringify([change.resource, change.namespace, change.name])
    const span = spans.get(key)
    if (span === undefined) spans.set(key, { first: change, last: change })
    else span.last = change
  }
  const isEvent = ({ first }: { first: ClusterChange }): number => Number(first.resource === 'events')
  // Events come last, because they report changes of the other objects.
  const ordered = [...spans.values()].sort((a, b) => isEvent(a) - isEvent(b))
  return ordered.flatMap(({ first, last }): ObjectDifference[] => {
    const existed = first.type !== 'ADDED'
    const exists = last.type !== 'DELETED'
    if (!existed && !exists) return []
    if (existed && exists) return [{ change: last, kind: 'changed' }]
    return [{ change: last, kind: existed ? 'deleted' : 'created' }]
  })
}
