import { numberOfText } from './numbers.ts'
import { quote } from './go-format.ts'

/** An IP address as a number of 32 or 128 bits. */
export interface Address {
  readonly bits: 32 | 128
  readonly value: bigint
  readonly zone: string
}

/** A network; `address` may be any of its addresses. */
export interface Network {
  readonly address: Address
  /** The length of the prefix in bits. */
  readonly length: number
}

/** A malformed address or network. It has the message of the real server. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

function wrong(text: string, why: string, rest = ''): AddressError {
  return new AddressError(`ParseAddr(${quote(text)}): ${why}${rest === '' ? '' : ` (at ${quote(rest)})`}`)
}

/** @throws AddressError */
export function parseAddress(text: string): Address {
  const first = /[.:%]/.exec(text)?.[0]
  if (first === '.') return { bits: 32, value: parseIpv4(text, text), zone: '' }
  if (first === ':') return parseIpv6(text)
  throw wrong(text, first === '%' ? 'missing IPv6 address' : 'unable to parse IP')
}

/** The value of the IPv4 address `part`. Errors quote `whole`, the text that contains it. */
function parseIpv4(part: string, whole: string): bigint {
  const fields: number[] = []
  let field = ''
  for (let i = 0; i < part.length; i++) {
    const character = part[i] ?? ''
    if (character >= '0' && character <= '9') {
      if (field === '0') throw wrong(whole, 'IPv4 field has octet with leading zero')
      field += character
      if (numberOfText(field) > 255) throw wrong(whole, 'IPv4 field has value >255')
    } else if (character === '.') {
      if (field === '' || i === part.length - 1) {
        throw wrong(whole, 'IPv4 field must have at least one digit', part.slice(i))
      }
      if (fields.length === 3) throw wrong(whole, 'IPv4 address too long')
      fields.push(numberOfText(field))
      field = ''
    } else throw wrong(whole, 'unexpected character', part.slice(i))
  }
  if (fields.length < 3) throw wrong(whole, 'IPv4 address too short')
  return [...fields, numberOfText(field)].reduce((value, octet) => value * 256n + BigInt(octet), 0n)
}

/** An IPv6 address: groups of hex digits, at most one `::`, optionally an IPv4 address at the end. */
function parseIpv6(text: string): Address {
  const percent = text.indexOf('%')
  const zone = percent < 0 ? '' : text.slice(percent + 1)
  if (percent >= 0 && zone === '') throw wrong(text, 'zone must be a non-empty string')
  let rest = percent < 0 ? text : text.slice(0, percent)
  const groups: bigint[] = []
  let gap = -1
  if (rest.startsWith('::')) {
    gap = 0
    rest = rest.slice(2)
  }
  while (rest !== '' && groups.length < 8) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? ''
    if (digits.length > 4) throw wrong(text, 'each group must have 4 or less digits', rest)
    if (digits === '') throw wrong(text, 'each colon-separated field must have at least one digit', rest)
    if (rest[digits.length] === '.') {
      groups.push(...embeddedIpv4(rest, text, groups.length, gap))
      rest = ''
      break
    }
    groups.push(BigInt(`0x${digits}`))
    rest = rest.slice(digits.length)
    if (rest === '') break
    if (rest[0] !== ':') throw wrong(text, 'unexpected character, want colon', rest)
    if (rest.length === 1) throw wrong(text, 'colon must be followed by more characters', rest)
    rest = rest.slice(1)
    if (rest[0] === ':') {
      if (gap >= 0) throw wrong(text, 'multiple :: in address', rest)
      gap = groups.length
      rest = rest.slice(1)
    }
  }
  if (rest !== '') throw wrong(text, 'trailing garbage after address', rest)
  return { bits: 128, value: joinedGroups(groups, gap, text), zone }
}

function embeddedIpv4(part: string, whole: string, before: number, gap: number): readonly bigint[] {
  if (gap < 0 && before !== 6) {
    throw wrong(whole, 'embedded IPv4 address must replace the final 2 fields of the address', part)
  }
  if (before > 6) throw wrong(whole, 'too many hex fields to fit an embedded IPv4 at the end of the address', part)
  const value = parseIpv4(part, whole)
  return [value >> 16n, value & 0xffffn]
}

function joinedGroups(groups: readonly bigint[], gap: number, text: string): bigint {
  if (groups.length < 8 && gap < 0) throw wrong(text, 'address string too short')
  if (groups.length === 8 && gap >= 0) throw wrong(text, 'the :: must expand to at least one field of zeros')
  const zeros = Array<bigint>(8 - groups.length).fill(0n)
  const all = gap < 0 ? groups : [...groups.slice(0, gap), ...zeros, ...groups.slice(gap)]
  return all.reduce((value, group) => (value << 16n) | group, 0n)
}

const octetText = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.')

/** The canonical text of RFC 5952: lower case, no leading zeros, the longest run of zero groups as `::`. */
export function formatAddress({ bits, value, zone }: Address): string {
  if (bits === 32) return octetText(value)
  const suffix = zone === '' ? '' : `%${zone}`
  if (value >> 32n === 0xffffn) return `::ffff:${octetText(value & 0xffffffffn)}${suffix}`
  const groups = Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16))
  const text = groups.join(':')
  const [longest] = [...text.matchAll(/\b0(?::0)+\b/g)].sort((a, b) => b[0].length - a[0].length)
  if (longest === undefined) return text + suffix
  const before = text.slice(0, longest.index).replace(/:$/, '')
  const after = text.slice(longest.index + longest[0].length).replace(/^:/, '')
  return `${before}::${after}${suffix}`
}

/** @throws AddressError */
export function parseNetwork(text: string): Network {
  const fault = (why: string): AddressError => new AddressError(`netip.ParsePrefix(${quote(text)}): ${why}`)
  const slash = text.lastIndexOf('/')
  if (slash < 0) throw fault("no '/'")
  const address = addressOf(text.slice(0, slash), fault)
  if (address.zone !== '') throw fault('IPv6 zones cannot be present in a prefix')
  const length = text.slice(slash + 1)
  if (!/^(?:0|[1-9][0-9]*)$/.test(length)) throw fault(`bad bits after slash: ${quote(length)}`)
  if (numberOfText(length) > address.bits) throw fault('prefix length out of range')
  return { address, length: numberOfText(length) }
}

function addressOf(text: string, fault: (why: string) => AddressError): Address {
  try {
    return parseAddress(text)
  } catch (error) {
    throw error instanceof AddressError ? fault(error.message) : error
  }
}

/** Maximum characters of a network, including leading zeros. No person writes as many. */
const LONGEST_NETWORK = 1000

/** Parses leniently: leading zeros of octets and of the length are ignored. Undefined for a malformed network. */
export function readNetwork(text: string): Network | undefined {
  if (text.length > LONGEST_NETWORK) return undefined
  try {
    return parseNetwork(text.replace(/(^|[.:/])0+(?=[0-9]+(?:\.|\/|$))/g, '$1'))
  } catch (error) {
    if (error instanceof AddressError) return undefined
    throw error
  }
}

const prefixOf = ({ address }: Network, length: number): bigint => address.value >> BigInt(address.bits - length)

/** Whether the second network is a part of the first. */
export const includes = (outer: Network, inner: Network): boolean =>
  outer.address.bits === inner.address.bits &&
  outer.length <= inner.length &&
  prefixOf(outer, outer.length) === prefixOf(inner, outer.length)

/** Whether the address is the first of the network. */
export const isMasked = (network: Network): boolean => {
  const rest = BigInt(network.address.bits - network.length)
  return prefixOf(network, network.length) << rest === network.address.value
}

/** Networks that other hosts cannot reach, and the message for their addresses. */
const UNUSABLE: readonly (readonly [network: string, text: string])[] = [
  ['0.0.0.0/32', 'may not be unspecified (0.0.0.0)'],
  ['::/128', 'may not be unspecified (::)'],
  ['127.0.0.0/8', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['::1/128', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['169.254.0.0/16', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  ['fe80::/10', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  ['224.0.0.0/24', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
  ['ff02::/16', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
]
const unusable = UNUSABLE.map(([network, text]) => ({ network: parseNetwork(network), text }))

/** The faults of an endpoint's address. */
export function usableAddress(text: string): readonly string[] {
  const found = readNetwork(`${text}/${text.includes(':') ? 128 : 32}`)
  if (found === undefined) return ['must be a valid IP address']
  return unusable.filter(({ network }) => includes(network, found)).map(({ text: fault }) => fault)
}
