import type { Host } from './host.ts'

/** Without vowels and similar characters, so that no words result. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/** Five random characters at the end of a generated name. */
export const nameSuffix = ({ random }: Host): string =>
  Array.from({ length: 5 }, () => ALPHABET.charAt(random(ALPHABET.length))).join('')
