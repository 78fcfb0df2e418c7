import type { Json } from '../../api/json.ts'

/** A time as Go prints it: `2024-05-01 10:00:00.5 +0000 UTC`; an absent one is the first day of year 1. */
export function goTime(time: Json | undefined): string {
  if (typeof time !== 'string') return '0001-01-01 00:00:00 +0000 UTC'
  const [seconds = '', fraction = ''] = time.replace('Z', '').replace('T', ' ').split('.')
  const kept = fraction.replace(/0+$/, '')
  return `${seconds}${kept === '' ? '' : `.${kept}`} +0000 UTC`
}
