import type { Host } from './host.ts'

/** kubectl's alphabet: without vowels, which could form words, and without characters that look alike. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/** Five random characters at the end of a generated name. */
export const nameSuffix = ({ random }: Host): string =>
  Array.from({ length: 5 }, () => ALPHABET.charAt(random(ALPHABET.length))).join('')
