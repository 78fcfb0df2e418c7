/** Words of other clients, with the commands that do the same. */
const MEANT = new Map([
  ['list', ['get', 'wait']],
  ['ps', ['get', 'wait']],
  ['rm', ['delete']],
])

/** `Did you mean this?` with the commands within two edits of the word, or with the word as prefix. */
export function suggestions(word: string, names: readonly string[]): string {
  const near = names.filter(
    (name) =>
      MEANT.get(word.toLowerCase())?.includes(name) ||
      distance(word.toLowerCase(), name.toLowerCase()) <= 2 ||
      name.toLowerCase().startsWith(word.toLowerCase()),
  )
  return near.length === 0 ? '' : `\nDid you mean this?\n${near.map((name) => `\t${name}\n`).join('')}`
}

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
