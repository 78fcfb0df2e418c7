import type { RE2JS } from 're2js'
import { patternSize } from './pattern-size.ts'

/** The most instructions of a pattern. A larger pattern takes longer to compile than a request may take. */
const MAX_INSTRUCTIONS = 100_000

/**
 * Maximum steps of one match: instructions times characters. The engine takes linear time, but repetitions in a pattern make its
 * program large.
 */
const MAX_STEPS = 20_000_000

/** Whether compiling a pattern would take too long. */
export const isTooLarge = (pattern: string): boolean => patternSize(pattern) > MAX_INSTRUCTIONS

/** Whether a match would take too long. */
export const takesTooLong = (expression: RE2JS, text: string): boolean =>
  expression.programSize() * (text.length + 1) > MAX_STEPS
