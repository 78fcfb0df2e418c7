import { RE2JS } from 're2js'

/**
 * Compiles a pattern in RE2 syntax, as in the real server. Matching takes linear time, so a pattern cannot block the
 * server. A malformed pattern matches nothing.
 */
export function compilePattern(pattern: string): Pattern {
  const compiled = read(pattern)
  if (!(compiled instanceof RE2JS)) {
    return { shown: `${pattern}, but pattern is invalid: ${compiled}`, matches: () => false }
  }
  return { shown: pattern, matches: (text) => compiled.matcher(text).find() }
}

interface Pattern {
  /** The pattern in error messages; a malformed one includes its fault. */
  readonly shown: string
  matches(text: string): boolean
}

/** The fault of a malformed pattern; undefined for a valid one. */
export function patternFault(pattern: string): string | undefined {
  const compiled = read(pattern)
  return compiled instanceof RE2JS ? undefined : compiled
}

function read(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
