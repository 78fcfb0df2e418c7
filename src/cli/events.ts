import type { JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import { humanDuration } from '../../worker/api/duration.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function seenAt(event: JsonObject): number {
  const series = isObject(event.series) ? text(event.series.lastObservedTime) : ''
  const metadata = isObject(event.metadata) ? text(event.metadata.creationTimestamp) : ''
  return Date.parse(series || text(event.lastTimestamp) || text(event.eventTime) || metadata)
}

export function ageOf(event: JsonObject, now: number): string {
  const last = humanDuration(now - seenAt(event))
  const first = text(event.firstTimestamp) || text(event.eventTime)
  const count = Number(event.count ?? 0)
  return count > 1 ? `${last} (x${count} over ${humanDuration(now - Date.parse(first))})` : last
}
