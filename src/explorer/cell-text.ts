import { exactJson } from '../../worker/api/exact-json.ts'
import type { TableColumn } from '../client/table.ts'

const UNITS: readonly (readonly [seconds: number, unit: string])[] = [
  [365 * 86_400, 'y'],
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'm'],
]

/**
 * `3d4h`, `12m`, `45s`: an age in the notation of the command line, with two units when the larger one is small. Without a time,
 * `<unknown>`.
 */
export function ageText(createdAt: string | null | undefined, now: number): string {
  const created = Date.parse(createdAt ?? '')
  if (Number.isNaN(created)) return '<unknown>'
  const seconds = Math.max(0, Math.floor((now - created) / 1000))
  if (seconds < 120) return `${seconds}s`
  for (const [index, [size, unit]] of UNITS.entries()) {
    if (seconds < size) continue
    const whole = Math.floor(seconds / size)
    const [smaller, smallerUnit] = UNITS[index + 1] ?? [1, 's']
    const rest = Math.floor((seconds % size) / smaller)
    return whole < 10 && rest > 0 ? `${whole}${unit}${rest}${smallerUnit}` : `${whole}${unit}`
  }
  return `${seconds}s`
}

/**
 * Whether the column is an age. The page computes ages from the creation time, because the server sends an age only
 * when the object changes.
 */
export function isAge(column: TableColumn): boolean {
  return column.name === 'Age' || column.type === 'date'
}

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return typeof value === 'object' ? exactJson(value) : String(value)
}

let collator: Intl.Collator | undefined
/** Created at the first use, because its creation takes as long as the evaluation of a hundred modules. */
const naturalOrder = (): Intl.Collator => (collator ??= new Intl.Collator('en', { numeric: true }))

/** Compares two cells: numbers by value, other texts in natural order (`web-2` before `web-10`). */
export function compareCells(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return naturalOrder().compare(cellText(a), cellText(b))
}
