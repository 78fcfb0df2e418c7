import { zoneOffset } from '../../api/zone-offset.ts'

/** Clocks on walls. Times are milliseconds since 1970; fields are read from and given as if they were of UTC. */
export interface TimeZone {
  /** What a wall shows at a time. */
  local(time: number): Date
  /** When a wall shows that. What a clock skips is as far behind what it shows before; of what it shows twice, the first. */
  time(local: number): number
}

export const UTC: TimeZone = { local: (time) => new Date(time), time: (local) => local }

const known = new Map<string, TimeZone>()

/** @throws RangeError where nobody knows the zone */
export function timeZone(name: string): TimeZone {
  if (name === '' || name === 'UTC') return UTC
  let zone = known.get(name)
  if (zone === undefined) known.set(name, (zone = openZone(name)))
  return zone
}

function openZone(name: string): TimeZone {
  // It is known, or nobody needs to ask again.
  zoneOffset(name, 0)
  return {
    local: (time) => new Date(time + zoneOffset(name, time)),
    time: (local) => local - zoneOffset(name, local - zoneOffset(name, local)),
  }
}

/** `2024-05-01T12:00:00+02:00`, as RFC 3339 writes a time of a zone. */
export function zonedTime(time: number, zone: TimeZone): string {
  const local = zone.local(time)
  const text = local.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  const minutes = Math.trunc((local.getTime() - time) / 60_000)
  if (minutes === 0) return `${text}Z`
  const two = (value: number): string => String(value).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return `${text}${minutes < 0 ? '-' : '+'}${two(Math.trunc(ahead / 60))}:${two(ahead % 60)}`
}
