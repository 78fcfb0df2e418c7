const UNITS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of a Go duration (`1m30s`, `-1s`) or a plain number of seconds; undefined where it is neither. */
export function parseDuration(text: string): number | undefined {
  if (/^-?\d+$/.test(text)) return Number(text) * 1000
  const sign = text.startsWith('-') ? -1 : 1
  const rest = text.replace(/^[+-]/, '')
  if (!/^(\d+(\.\d*)?(ns|us|ms|s|m|h))+$/.test(rest)) return undefined
  let sum = 0
  for (const [, count, , unit] of rest.matchAll(/(\d+(\.\d*)?)(ns|us|ms|s|m|h)/g))
    sum += Number(count) * (UNITS[unit ?? ''] ?? 0)
  return sign * sum
}

/** The age of something as tables show it: `5s`, `3m20s`, `2h`, `4d`, `1y20d`. */
export function shortAge(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return join(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return join(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (hours < 192) return join(days, 'd', hours % 24, 'h')
  if (hours < 24 * 365 * 2) return `${days}d`
  const years = Math.floor(days / 365)
  return years < 8 ? join(years, 'y', days % 365, 'd') : `${years}y`
}

const join = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit}${small}${smallUnit}`

/** A span as Go writes it: `0s`, `1.5s`, `2m0s`, `1h0m0s`. */
export function goDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)]
  if (minutes === 0) return `${seconds}s`
  const tail = `${minutes % 60}m${+(seconds % 60).toFixed(3)}s`
  return hours === 0 ? tail : `${hours}h${tail}`
}
