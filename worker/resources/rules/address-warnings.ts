import { numberOfText } from '../../api/numbers.ts'
import { quote } from '../../api/go-format.ts'
import type { Place, Step } from '../notation/place.ts'
import { AddressError, formatAddress, parseAddress } from '../../api/ip-parsing.ts'

const LATER = 'was accepted, but will be invalid in a future Kubernetes release'

const notCanonical = (kind: string, text: string, canonical: string): string =>
  `IPv6 ${kind} ${quote(text)} is not in RFC 5952 canonical format (${quote(canonical)}), which may cause controller apply-loops`

/** Warns about an address that is valid but not canonical. */
export function warnAddress(text: string, place: Place, ...steps: readonly Step[]): void {
  try {
    const address = parseAddress(text)
    const canonical = formatAddress(address)
    if (address.bits === 128 && canonical !== text) place.warn(notCanonical('address', text, canonical), ...steps)
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    place.warn(`IP address ${LATER}: ${error.message}`, ...steps)
  }
}

/** Warns about a range that is valid but not canonical. */
export function warnRange(text: string, place: Place, ...steps: readonly Step[]): void {
  const [start = '', length = ''] = text.split('/')
  try {
    const address = parseAddress(start)
    const canonical = `${formatAddress(address)}/${numberOfText(length)}`
    if (address.bits === 128 && canonical !== text) place.warn(notCanonical('prefix', text, canonical), ...steps)
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    place.warn(`IP prefix ${LATER}: netip.ParsePrefix(${quote(text)}): ${error.message}`, ...steps)
  }
}
