import type { Clock } from '../clock/clock.ts'

/** There are no vowels, so that no words result, and no characters that resemble others. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX = 5
const LIMIT = 63

/** The prefix, shortened so that the name fits a label, and five random characters. */
export function generateName(clock: Clock, prefix: string): string {
  let suffix = ''
  for (let i = 0; i < SUFFIX; i++) suffix += ALPHABET.charAt(clock.random(ALPHABET.length))
  return prefix.slice(0, LIMIT - SUFFIX) + suffix
}

/** Whether `generateName` can return the name for this prefix, which it does not shorten. */
export function isGeneratedName(name: string, prefix: string): boolean {
  if (name.length !== prefix.length + SUFFIX || !name.startsWith(prefix)) return false
  for (let i = prefix.length; i < name.length; i++) if (!ALPHABET.includes(name.charAt(i))) return false
  return true
}
