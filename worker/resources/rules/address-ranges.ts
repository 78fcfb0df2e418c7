import { doubleOf, numberOfText } from '../../api/numbers.ts'
import { isIP, isIPv6 } from './ip-addresses.ts'
import { formatAddress, parseAddress } from '../../api/ip-parsing.ts'

/** A range of addresses for allocation, numbered from its first address. */
export interface Range {
  readonly family: 'IPv4' | 'IPv6'
  /** As it was written: `10.0.0.0/16`. */
  readonly text: string
  readonly base: bigint
  /** The number of addresses for allocation; of a larger range, the first 2^20. */
  readonly size: number
}

const LARGEST = 2 ** 20

/**
 * Parses a range such as `10.0.0.0/16`.
 * @throws Error when the text is not a range
 */
export function parseRange(text: string): Range {
  const [address = '', length = ''] = text.split('/')
  if (!isIP(address) || !/^\d+$/.test(length))
    throw new Error(`Give service addresses as a range like 10.0.0.0/16, not ${text}`)
  const { value, bits } = parseAddress(address)
  const rest = BigInt(bits - numberOfText(length))
  const base = (value >> rest) << rest
  return { family: isIPv6(address) ? 'IPv6' : 'IPv4', text, base, size: Math.min(LARGEST, 2 ** doubleOf(rest)) }
}

/** Whether an address may be allocated: never the first one of the range, and in IPv4 not the last, which is for broadcasts. */
export function contains({ family, base, size }: Range, address: string): boolean {
  if (isIPv6(address) !== (family === 'IPv6')) return false
  const index = value(address) - base
  return index > 0n && index < BigInt(size) - (family === 'IPv4' ? 1n : 0n)
}

const value = (address: string): bigint =>
  isIPv6(address)
    ? parseAddress(address).value
    : address.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n)

export const addressText = ({ family, base }: Range, index: number): string =>
  formatAddress({ bits: family === 'IPv4' ? 32 : 128, value: base + BigInt(index), zone: '' })
