import { zoneOffset } from '../../api/zone-offset.ts'

/** Local time of a zone. Times are milliseconds since 1970; local fields are encoded as if they were UTC. */
export interface TimeZone {
  /** The local time at a UTC time. */
  local(time: number): Date
  /**
   * The UTC time of a local time. For a local time that a clock change skips or repeats, the result uses the offset before or
   * after the change.
   */
  time(local: number): number
}

export const UTC: TimeZone = { local: (time) => new Date(time), time: (local) => local }

const known = new Map<string, TimeZone>()

/** The zone of an IANA name; UTC for an empty name. @throws RangeError for an unknown time zone */
export function timeZone(name: string): TimeZone {
  if (name === '' || name === 'UTC') return UTC
  let zone = known.get(name)
  if (zone === undefined) known.set(name, (zone = openZone(name)))
  return zone
}

function openZone(name: string): TimeZone {
  // Probes the zone, so that an unknown name throws here.
  zoneOffset(name, 0)
  return {
    local: (time) => new Date(time + zoneOffset(name, time)),
    time: (local) => local - zoneOffset(name, local - zoneOffset(name, local)),
  }
}

/** The RFC 3339 form of a time with the offset of the zone, such as `2024-05-01T12:00:00+02:00`. */
export function zonedTime(time: number, zone: TimeZone): string {
  const local = zone.local(time)
  const text = local.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  const minutes = Math.trunc((local.getTime() - time) / 60_000)
  if (minutes === 0) return `${text}Z`
  const two = (value: number): string => String(value).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return `${text}${minutes < 0 ? '-' : '+'}${two(Math.trunc(ahead / 60))}:${two(ahead % 60)}`
}
