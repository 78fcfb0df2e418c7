import type { NameRule } from '../../api/names.ts'

// Leading zeros are accepted, as in earlier versions.
const OCTET = '0*(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])'
const V4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`)
const GROUP = /^[0-9a-fA-F]{1,4}$/

export const isIPv4 = (text: string): boolean => V4.test(text)

/**
 * Whether a text is an IPv6 address: groups of up to four hex digits, at most one `::` for zeros, and optionally an IPv4
 * address as the last two groups.
 */
export function isIPv6(text: string): boolean {
  if (!text.includes(':')) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const all = halves.flatMap(groups)
  const last = all.at(-1) ?? ''
  const embedded = last.includes('.')
  if (embedded && (!isIPv4(last) || text.endsWith('::'))) return false
  if (!all.slice(0, embedded ? -1 : undefined).every((group) => GROUP.test(group))) return false
  const count = all.length + (embedded ? 1 : 0)
  return halves.length === 2 ? count < 8 : count === 8
}

export const isIP = (text: string): boolean => isIPv4(text) || isIPv6(text)

export const ipAddress: NameRule = (text) =>
  isIP(text) ? [] : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']
