import type { JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { shortAge } from './duration.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'

/** The events about an object, as the last lines of its description; cells end in tabs. */
export async function eventLines(session: Session, target: Target, object: ApiObject): Promise<string> {
  const client = await session.client()
  const { name = '', namespace, uid } = object.metadata ?? {}
  const selector = [
    `involvedObject.name=${name}`,
    ...(namespace === undefined ? [] : [`involvedObject.namespace=${namespace}`]),
    `involvedObject.kind=${target.type.kind}`,
    ...(uid === undefined ? [] : [`involvedObject.uid=${uid}`]),
  ].join(',')
  const path = namespace === undefined ? '/api/v1/events' : `/api/v1/namespaces/${namespace}/events`
  const list = await client.json({ path, query: { fieldSelector: selector, limit: '500' } })
  const events = Array.isArray(list.items) ? list.items.filter(isObject) : []
  if (events.length === 0) return 'Events:\t<none>\n'
  events.sort((a, b) => seenAt(a) - seenAt(b))
  const rows = events.map((event) => [
    `  ${text(event.type)}`,
    text(event.reason),
    ageOf(event, session.host.now()),
    source(event),
    text(event.message).trim(),
  ])
  const header = ['  Type', 'Reason', 'Age', 'From', 'Message']
  const rule = ['  ----', '------', '----', '----', '-------']
  return `Events:\n${[header, rule, ...rows].map((row) => `${row.join('\t')}\n`).join('')}`
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function seenAt(event: JsonObject): number {
  const series = isObject(event.series) ? text(event.series.lastObservedTime) : ''
  const metadata = isObject(event.metadata) ? text(event.metadata.creationTimestamp) : ''
  return Date.parse(series || text(event.lastTimestamp) || text(event.eventTime) || metadata)
}

export function ageOf(event: JsonObject, now: number): string {
  const last = shortAge(now - seenAt(event))
  const first = text(event.firstTimestamp) || text(event.eventTime)
  const count = Number(event.count ?? 0)
  return count > 1 ? `${last} (x${count} over ${shortAge(now - Date.parse(first))})` : last
}

function source(event: JsonObject): string {
  const from = isObject(event.source) ? event.source : {}
  const component = text(from.component) || text(event.reportingComponent)
  return text(from.host) === '' ? component : `${component}, ${text(from.host)}`
}
