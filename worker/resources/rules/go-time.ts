import { numberOfText } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { asWritten } from '../../api/written-quantity.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** A pointer to a time as Go prints it with `%#v`; the decoder of the real server reads times into the local zone. */
export function goDate(time: Json | readonly Json[] | undefined): string {
  if (typeof time !== 'string') return '<nil>'
  const [year = 0, month = 1, day = 1, ...clock] = time.split(/\D/).slice(0, 6).map(numberOfText)
  return `time.Date(${[year, `time.${MONTHS[month - 1] ?? ''}`, day, ...clock, 0].join(', ')}, time.Local)`
}

/** A time as Go prints it: `2024-05-01 10:00:00.5 +0000 UTC`; an absent one is the first day of year 1. */
export function goTime(time: Json | undefined): string {
  if (typeof time !== 'string') return '0001-01-01 00:00:00 +0000 UTC'
  const [seconds = '', fraction = ''] = time.replace('Z', '').replace('T', ' ').split('.')
  const kept = fraction.replace(/0+$/, '')
  return `${seconds}${kept === '' ? '' : `.${kept}`} +0000 UTC`
}

/** A time of an object as Go prints it, with the fraction of a second that the document has. */
export function goTimeAt(holder: JsonObject, field: string): string {
  const [, fraction = ''] = /[.,](\d{1,9})/.exec(asWritten(holder, field)?.text ?? '') ?? []
  const time = holder[field]
  return goTime(typeof time === 'string' ? time.replace('Z', `.${fraction}Z`) : undefined)
}
