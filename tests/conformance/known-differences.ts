import { readFileSync } from 'node:fs'

/** Whether a difference with this reason depends on chance or time, so that its case may be identical in some runs. */
export const differsAtTimes = (reason: string): boolean => reason.startsWith('at times: ')

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
