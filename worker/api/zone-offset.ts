import { numberOfText } from './numbers.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The offset of a time zone (`Europe/Paris`) from UTC at a time, in milliseconds; always whole seconds.
 * @param time milliseconds since 1970
 * @throws RangeError for an unknown time zone
 */
export function zoneOffset(zone: string, time: number): number {
  if (zone === '' || zone === 'UTC') return 0
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(time)) fields[type] = numberOfText(value)
  const local = new Date(0)
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  local.setUTCFullYear(fields.year ?? 1970, (fields.month ?? 1) - 1, fields.day)
  local.setUTCHours(fields.hour ?? 0, fields.minute, fields.second)
  return local.getTime() - Math.floor(time / 1000) * 1000
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) formats.set(zone, (format = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...PARTS })))
  return format
}

const PARTS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/**
 * Whether a time zone has the name. In the real server, these names are names of files, whose case is significant. `Intl`
 * ignores the case and replaces aliases, so an alias is accepted when each of its parts begins with a capital letter.
 */
export function isZone(name: string): boolean {
  if (name === '' || name === 'Local') return true
  try {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    if (resolved.toLowerCase() === name.toLowerCase()) return resolved === name
    return name.split('/').every((part) => /^[A-Z]/.test(part))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
