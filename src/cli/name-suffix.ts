import type { Host } from './host.ts'

/** No vowels and no characters that resemble others, so that no words result. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/** Five random characters that end a generated name. */
export const nameSuffix = ({ random }: Host): string =>
  Array.from({ length: 5 }, () => ALPHABET.charAt(random(ALPHABET.length))).join('')
