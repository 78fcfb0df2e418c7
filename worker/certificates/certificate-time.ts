import { numberOfText } from '../api/numbers.ts'
import type { Element } from './der.ts'
import { MalformedDer, TAG, isUniversal } from './der.ts'

const TIME = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/

/**
 * Reads a time of a certificate (RFC 5280, 4.1.2.5).
 * @returns milliseconds since the epoch; NaN when a number is out of range, as in month 13
 * @throws MalformedDer
 */
export function certificateTime(element: Element | undefined): number {
  const short = isUniversal(element, TAG.utcTime)
  if (!short && !isUniversal(element, TAG.generalizedTime)) throw new MalformedDer('a time is missing')
  const [, year = '', month, day, hour, minute, second] = TIME.exec(new TextDecoder().decode(element.content)) ?? []
  if (year.length !== (short ? 2 : 4)) throw new MalformedDer('a time has the wrong format')
  // Two digits name a year from 1950 to 2049.
  const centuryOfShort = numberOfText(year) >= 50 ? '19' : '20'
  const century = short ? centuryOfShort : ''
  return Date.parse(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
