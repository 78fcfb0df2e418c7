import { numberOfText } from '../../api/numbers.ts'

/** Whether a text is an IP address of the family. Leading zeros are accepted, as in the real server. */
export function isIp(text: string, family: 4 | 6): boolean {
  return family === 4 ? isIpv4(text) : isIpv6(text)
}

/** Whether a text is an IP address without leading zeros in decimal parts. */
export const isStrictIp = (text: string): boolean =>
  !/(?:^|[:.])0\d+\.|\.0\d+$/.test(text) && (isIpv4(text) || isIpv6(text))

const isIpv4 = (text: string): boolean => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && numberOfText(part) <= 255)
}

function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (!text.includes(':') || halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const isMixed = last.includes('.')
  const plain = isMixed ? groups.slice(0, -1) : groups
  if (!plain.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) || (isMixed && !isIpv4(last))) return false
  const size = plain.length + (isMixed ? 2 : 0)
  return halves.length === 2 ? size < 8 : size === 8
}

/**
 * Whether a text is a MAC address of six, eight or twenty bytes: `00:00:5e:00:53:01`, the same with dashes, or groups of four
 * digits between dots, or digits only.
 */
export function isMac(text: string): boolean {
  const plain = /^[0-9a-fA-F]+$/.test(text)
  const pairs = /^[0-9a-fA-F]{2}(?:([:-])[0-9a-fA-F]{2}(?:\1[0-9a-fA-F]{2})*)$/.test(text)
  const fours = /^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})+$/.test(text)
  const bytes = text.replace(/[^0-9a-fA-F]/g, '').length / 2
  return (plain || pairs || fours) && [6, 8, 20].includes(bytes)
}
