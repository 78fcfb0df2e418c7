import { RE2JS } from 're2js'

/**
 * A pattern in the syntax of the real server's engine, matched in linear time: a stranger's pattern cannot keep the
 * server busy. A pattern that cannot be read matches nothing.
 */
export function compilePattern(pattern: string): Pattern {
  const compiled = read(pattern)
  if (!(compiled instanceof RE2JS)) {
    return { shown: `${pattern}, but pattern is invalid: ${compiled}`, matches: () => false }
  }
  return { shown: pattern, matches: (text) => compiled.matcher(text).find() }
}

interface Pattern {
  /** As error texts have it: with what is wrong with it. */
  readonly shown: string
  matches(text: string): boolean
}

/** What is wrong with a pattern; undefined: nothing. */
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
