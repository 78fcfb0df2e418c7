import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, stringOrEmpty } from '../../worker/api/json.ts'
import { humanDuration } from '../../worker/api/duration.ts'

export function seenAt(event: JsonObject): number {
  const series = isObject(event.series) ? stringOrEmpty(event.series.lastObservedTime) : ''
  const metadata = isObject(event.metadata) ? stringOrEmpty(event.metadata.creationTimestamp) : ''
  return Date.parse(series || stringOrEmpty(event.lastTimestamp) || stringOrEmpty(event.eventTime) || metadata)
}

export function ageOf(event: JsonObject, now: number): string {
  const last = humanDuration(now - seenAt(event))
  const first = stringOrEmpty(event.firstTimestamp) || stringOrEmpty(event.eventTime)
  const count = Number(event.count ?? 0)
  return count > 1 ? `${last} (x${count} over ${humanDuration(now - Date.parse(first))})` : last
}
