import { editDistance } from './edit-distance.ts'

/** Words of other clients, each with the commands that do the same. */
const SYNONYMS = new Map([
  ['list', ['get', 'wait']],
  ['ps', ['get', 'wait']],
  ['rm', ['delete']],
])

/**
 * The text `Did you mean this?` with the commands within two edits of the word, with the word as prefix, or with a
 * synonym; empty without such commands.
 */
export function suggestions(word: string, names: readonly string[]): string {
  const near = names.filter(
    (name) =>
      SYNONYMS.get(word.toLowerCase())?.includes(name) ||
      editDistance(word.toLowerCase(), name.toLowerCase()) <= 2 ||
      name.toLowerCase().startsWith(word.toLowerCase()),
  )
  return near.length === 0 ? '' : `\nDid you mean this?\n${near.map((name) => `\t${name}\n`).join('')}`
}
