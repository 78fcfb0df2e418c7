import { readFileSync } from 'node:fs'

/**
 * The cases that are known to differ, each under its reason. The list only shrinks: a case that differs without being
 * named fails the run, and so does a named one that no longer differs.
 */
export function knownDifferences(file: URL): Map<string, string> {
  const known = new Map<string, string>()
  let reason = ''
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('# ')) reason = line.slice(2)
    else if (line.trim() !== '') {
      if (reason === '') throw new Error(`${file.pathname}: ${line} has no reason above it`)
      if (known.has(line)) throw new Error(`${file.pathname}: ${line} is named twice`)
      known.set(line, reason)
    }
  }
  return known
}
