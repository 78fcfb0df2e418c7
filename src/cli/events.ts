import { boundedNumber } from '../../worker/api/numbers.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, stringOrEmpty } from '../../worker/api/json.ts'
import { humanDuration } from '../../worker/api/duration.ts'

/** When an event was last seen, in milliseconds since 1970; 0 when it has no time. Events are sorted by it. */
export function seenAt(event: JsonObject): number {
  const time = isObject(event.series) ? event.series.lastObservedTime : event.lastTimestamp || event.eventTime
  return Date.parse(stringOrEmpty(time)) || 0
}

/** When an event was last seen, how often and since when: `5m (x3 over 2h)`. */
export function ageOf(event: JsonObject, now: number): string {
  const since = (time: unknown): string =>
    typeof time === 'string' && time !== '' ? humanDuration(now - Date.parse(time)) : '<unknown>'
  const { series, count, eventTime, firstTimestamp, lastTimestamp } = event
  const first = since(eventTime || firstTimestamp)
  if (isObject(series)) return `${since(series.lastObservedTime)} (x${boundedNumber(series.count ?? 0)} over ${first})`
  return boundedNumber(count ?? 0) > 1 ? `${since(lastTimestamp)} (x${String(count)} over ${first})` : first
}
