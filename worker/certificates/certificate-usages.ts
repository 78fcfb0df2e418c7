import type { Bytes } from './der-writer.ts'
import { bits } from './der-writer.ts'

/** The key usages by their API names, in the bit order of RFC 5280, 4.2.1.3. */
const KEY_USAGES: readonly (readonly string[])[] = [
  ['signing', 'digital signature'],
  ['content commitment'],
  ['key encipherment'],
  ['data encipherment'],
  ['key agreement'],
  ['cert sign'],
  ['crl sign'],
  ['encipher only'],
  ['decipher only'],
]

/** The extended key usages, in the order of Go's crypto/x509. */
const PURPOSES: readonly (readonly [word: string, type: string])[] = [
  ['any', '2.5.29.37.0'],
  ['server auth', '1.3.6.1.5.5.7.3.1'],
  ['client auth', '1.3.6.1.5.5.7.3.2'],
  ['code signing', '1.3.6.1.5.5.7.3.3'],
  ['email protection', '1.3.6.1.5.5.7.3.4'],
  ['s/mime', '1.3.6.1.5.5.7.3.4'],
  ['ipsec end system', '1.3.6.1.5.5.7.3.5'],
  ['ipsec tunnel', '1.3.6.1.5.5.7.3.6'],
  ['ipsec user', '1.3.6.1.5.5.7.3.7'],
  ['timestamping', '1.3.6.1.5.5.7.3.8'],
  ['ocsp signing', '1.3.6.1.5.5.7.3.9'],
  ['microsoft sgc', '1.3.6.1.4.1.311.10.3.3'],
  ['netscape sgc', '2.16.840.1.113730.4.1'],
]

/** The bit string of key usages; undefined when no usage is a key usage. */
export function keyUsageBits(usages: readonly string[]): Bytes | undefined {
  const set = KEY_USAGES.flatMap((words, bit) => (words.some((word) => usages.includes(word)) ? [bit] : []))
  const last = set.at(-1)
  if (last === undefined) return undefined
  const bytes = new Uint8Array(Math.floor(last / 8) + 1)
  for (const bit of set) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  return bits(bytes, 7 - (last & 7))
}

/** The object identifiers of the extended key usages among `usages`, without duplicates. */
export const certificatePurposes = (usages: readonly string[]): readonly string[] => [
  ...new Set(PURPOSES.flatMap(([word, type]) => (usages.includes(word) ? [type] : []))),
]
