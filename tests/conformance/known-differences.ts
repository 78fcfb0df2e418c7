import { readFileSync } from 'node:fs'

/**
 * The recorded cases that differ, each under its reason. The list only shrinks: a differing case that it does not name
 * fails the run, and so does a named case that no longer differs.
 */
export function knownDifferences(file: URL): Map<string, string> {
  const known = new Map<string, string>()
  let reason = ''
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('# ')) reason = line.slice(2)
    else if (line.trim() !== '') {
      if (reason === '') throw new Error(`${file.pathname}: write a line "# reason" above ${line}`)
      if (known.has(line)) throw new Error(`${file.pathname}: remove one of the two lines ${line}`)
      known.set(line, reason)
    }
  }
  return known
}
