import { RE2JS } from 're2js'

/** Steps of a pattern's program over one object: some tenths of a second. */
const MAX_STEPS = 50_000_000

/**
 * The steps that patterns may still take while one object is validated. A match takes at most one step for each
 * instruction of the program and each character of the text; `.{0,1000}` alone compiles to a thousand instructions.
 */
export class PatternSteps {
  #left: number

  constructor(steps = MAX_STEPS) {
    this.#left = steps
  }

  /** Takes the steps of one match. False when too few are left. */
  take(program: RE2JS, text: string): boolean {
    const steps = program.programSize() * (text.length + 1)
    if (steps > this.#left) return false
    this.#left -= steps
    return true
  }
}

interface Pattern {
  /**
   * The pattern as error texts quote it when the text does not match; undefined when it does. An unreadable pattern
   * matches no text, nor does a pattern that would take too many steps.
   */
  mismatch(text: string, steps: PatternSteps): string | undefined
}

/** A pattern in the syntax of the real server's engine, matched in linear time. */
export function compilePattern(pattern: string): Pattern {
  const compiled = read(pattern)
  if (!(compiled instanceof RE2JS)) return { mismatch: () => `${pattern}, but pattern is invalid: ${compiled}` }
  return {
    mismatch(text, steps) {
      if (!steps.take(compiled, text)) return `${pattern}, but matching it takes too long`
      return compiled.test(text) ? undefined : pattern
    },
  }
}

/** The fault of a pattern; undefined for a correct pattern. */
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
