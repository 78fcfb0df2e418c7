import { goSorted } from '../go-sort.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { humanDuration } from '../../../worker/api/duration.ts'
import { ServerError } from '../failure.ts'
import type { EventSubject, DescribeContext } from './describer.ts'
import { count, line, tableText } from './fields.ts'

/**
 * The events about an object, which are the last lines of its description. Cells are separated by tabs.
 * @param needed whether a failed list of events is an error; otherwise the failure counts as no events
 * @throws ServerError when `needed`
 */
export async function eventsText(
  { metadata }: ApiObject,
  subjects: readonly EventSubject[],
  context: DescribeContext,
  needed = false,
): Promise<string> {
  const { name = '', namespace } = metadata ?? {}
  const path = namespace === undefined ? '/api/v1/events' : `/api/v1/namespaces/${namespace}/events`
  const events: ApiObject[] = []
  for (const { kind, uid } of subjects) {
    const about = { name, namespace: namespace ?? '', kind, uid }
    const fieldSelector = Object.entries(about)
      .flatMap(([field, value]) => (value === undefined ? [] : [`involvedObject.${field}=${value}`]))
      .join(',')
    const found = context.list(path, { fieldSelector })
    for (const event of await (needed ? found : found.catch(nothingSeen))) events.push(event)
  }
  if (events.length === 0) return line('Events', '<none>')
  const rows = goSorted(events, (a, b) => lastSeen(a) < lastSeen(b)).map((event) => [
    stringOrEmpty(event.type),
    stringOrEmpty(event.reason),
    ageText(event, context.now),
    stringOrEmpty(objectOrEmpty(event.source).component) || stringOrEmpty(event.reportingComponent),
    stringOrEmpty(event.message).trim(),
  ])
  const columns = ['Type', 'Reason', 'Age', 'From', 'Message']
  return tableText('Events:', columns, [['----', '------', '----', '----', '-------'], ...rows])
}

const lastSeen = ({ lastTimestamp }: JsonObject): number => Date.parse(stringOrEmpty(lastTimestamp)) || 0

/** No events when the server refused or failed to list them; other errors are thrown again. */
function nothingSeen(error: unknown): ApiObject[] {
  if (error instanceof ServerError) return []
  throw error
}

/** The age of an event: `5s`, or for a repeated event `5s (x3 over 2m)`. */
function ageText({ eventTime, firstTimestamp, lastTimestamp, series, ...event }: JsonObject, now: number): string {
  const since = (time: unknown): string =>
    stringOrEmpty(time) === '' ? '<unknown>' : humanDuration(now - Date.parse(stringOrEmpty(time)))
  const first = since(stringOrEmpty(eventTime) || firstTimestamp)
  if (objectOrEmpty(series).count !== undefined)
    return `${since(objectOrEmpty(series).lastObservedTime)} (x${count(objectOrEmpty(series).count)} over ${first})`
  return count(event.count) > 1 ? `${since(lastTimestamp)} (x${count(event.count)} over ${first})` : first
}
