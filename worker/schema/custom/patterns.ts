import { RE2JS } from 're2js'
import { BoundedCache } from '../../runtime/bounded-cache.ts'
import { isPlainPattern, nativeTest } from './native-pattern.ts'
import { patternSize } from './pattern-size.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** The steps that the programs of all patterns together may take for one object. They take some tenths of a second. */
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

  /** Whether a program with at least this number of instructions could match the text in the remaining steps. */
  mayTake(instructions: number, text: string): boolean {
    return instructions * (text.length + 1) <= this.#left
  }

  /** Whether enough steps are left for one match. Takes these steps. */
  take(program: RE2JS, text: string): boolean {
    const steps = program.programSize() * (text.length + 1)
    if (steps > this.#left) return false
    this.#left -= steps
    return true
  }
}

interface Pattern {
  /**
   * The pattern that the text does not match, as error texts quote it; undefined when the text matches. An unreadable
   * pattern and a pattern that would take too many steps match no text.
   */
  mismatch(text: string, steps: PatternSteps): string | undefined
}

/** The estimate of `patternSize` is at most this multiple of the program's size. */
const OVERESTIMATE = 3

/**
 * A pattern in the syntax of the real server's engine, matched in linear time. It is compiled only for the first text that it
 * can match in the remaining steps, because compiling a large pattern takes a tenth of a second and megabytes of memory.
 */
export function compilePattern(pattern: string): Pattern {
  const least = patternSize(pattern) / OVERESTIMATE
  let compiled: Compiled | string | undefined
  return {
    mismatch(text, steps) {
      if (!steps.mayTake(least, text)) return `${pattern}, but matching it takes too long`
      compiled ??= read(pattern)
      if (typeof compiled === 'string') return `${pattern}, but pattern is invalid: ${compiled}`
      const { program, native } = compiled
      if (!steps.take(program, text)) return `${pattern}, but matching it takes too long`
      return (native?.(text) ?? program.test(text)) ? undefined : pattern
    },
  }
}

/** The fault of a pattern; undefined for a correct pattern. */
export function patternFault(pattern: string): string | undefined {
  // The program of a definition's pattern is often never run, and compiling the first one loads the engine.
  if (isPlainPattern(pattern)) return undefined
  const compiled = read(pattern)
  return typeof compiled === 'string' ? compiled : undefined
}

/** The most instructions or characters of a pattern that is kept. All kept patterns together take some megabytes at most. */
const KEPT_SIZE = 1000

/** The kept programs of patterns. The fields of a schema often have the same few patterns. */
const programs = new BoundedCache(200, compile)

const read = (pattern: string): Compiled | string =>
  patternSize(pattern) + pattern.length < KEPT_SIZE ? programs.get(pattern) : compile(pattern)

/** A correct pattern, with its test by the engine of JavaScript when it has one. */
interface Compiled {
  readonly program: RE2JS
  readonly native: ReturnType<typeof nativeTest>
}

function compile(pattern: string): Compiled | string {
  try {
    return { program: RE2JS.compile(pattern), native: nativeTest(pattern) }
  } catch (error) {
    return errorMessage(error)
  }
}
