import { quote } from './go-format.ts'

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** Milliseconds of a text as Go writes durations, `1h30m`, `1.5s`. @throws Error in Go's words */
export function parseDuration(text: string): number {
  const [, sign = '', rest = ''] = /^([-+]?)([^]*)$/.exec(text) ?? []
  if (rest === '0') return 0
  if (rest === '') throw new Error(`time: invalid duration ${quote(text)}`)
  let sum = 0
  let at = 0
  while (at < rest.length) {
    const [piece = '', amount = '', unit = ''] = /^(\d+\.?\d*|\.\d+)?([^\d.]*)/.exec(rest.slice(at)) ?? []
    if (amount === '') throw new Error(`time: invalid duration ${quote(text)}`)
    if (unit === '') throw new Error(`time: missing unit in duration ${quote(text)}`)
    const size = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined
    if (size === undefined) throw new Error(`time: unknown unit ${quote(unit)} in duration ${quote(text)}`)
    sum += Number(amount) * size
    at += piece.length
  }
  return sign === '-' ? -sum : sum
}
