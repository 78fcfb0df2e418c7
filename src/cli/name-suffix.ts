import type { Host } from './host.ts'

/** Without vowels, so that no words result, and without characters that look alike; the real client has the same. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/** Five random characters at the end of a generated name. */
export const nameSuffix = ({ random }: Host): string =>
  Array.from({ length: 5 }, () => ALPHABET.charAt(random(ALPHABET.length))).join('')
