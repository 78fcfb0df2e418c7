import { RE2JS } from 're2js'
import { patternSize } from '../../schema/custom/pattern-size.ts'
import type { Library } from '../declarations.ts'
import { global, member } from '../declarations.ts'
import { EvaluationError, noSuchOverload } from '../evaluation-error.ts'
import type { Value } from '../values.ts'
import { ListOf, isInt } from '../values.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** The latest compiled patterns. Most rules have a constant pattern. */
const read = new Map<string, RE2JS>()
const MOST = 200
/** A larger pattern takes longer to compile than a request may take. */
const MAX_INSTRUCTIONS = 100_000

/** Matching takes time linear in the text for every pattern. @throws EvaluationError with the message of the engine */
export function patternOf(text: string): RE2JS {
  const known = read.get(text)
  if (known !== undefined) return known
  try {
    if (patternSize(text) > MAX_INSTRUCTIONS) throw new Error('the pattern is too large')
    const pattern = RE2JS.compile(text)
    if (read.size >= MOST) read.clear()
    read.set(text, pattern)
    return pattern
  } catch (error) {
    throw new EvaluationError(errorMessage(error), { cause: error })
  }
}

/**
 * Steps of one match: instructions times characters. The cost of an expression does not include repetitions in a
 * pattern.
 */
const MAX_STEPS = 20_000_000

function bounded(pattern: RE2JS, text: string): RE2JS {
  if (pattern.programSize() * (text.length + 1) > MAX_STEPS)
    throw new EvaluationError('matching the pattern takes too long')
  return pattern
}

function matches(text: Value, pattern: Value): Value {
  if (typeof text !== 'string' || typeof pattern !== 'string') throw noSuchOverload()
  return bounded(patternOf(pattern), text).test(text)
}

function legal(pattern: string): RE2JS {
  try {
    return patternOf(pattern)
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error
    throw new EvaluationError(`Illegal regex: ${error.message}`, { cause: error })
  }
}

function find(text: string, pattern: string): Value {
  const matcher = bounded(legal(pattern), text).matcher(text)
  return matcher.find() ? (matcher.group() ?? '') : ''
}

function findAll(text: string, pattern: string, limit: Value = -1): Value {
  const most = isInt(limit) && limit >= 0 ? Number(limit) : Infinity
  const matcher = bounded(legal(pattern), text).matcher(text)
  const found: string[] = []
  while (found.length < most && matcher.find()) found.push(matcher.group() ?? '')
  return new ListOf(found)
}

/** The functions that match RE2 patterns. */
export const regularExpressions: Library = {
  matches: {
    accepts: () => true,
    overloads: [
      global('matches', 'string, string', 'bool', matches),
      member('matches_string', 'string, string', 'bool', matches),
    ],
  },
  find: { overloads: [member('string_find_string', 'string, string', 'string', find)] },
  findAll: {
    overloads: [
      member('string_find_all_string', 'string, string', 'list(string)', findAll),
      member('string_find_all_string_int', 'string, string, int', 'list(string)', findAll),
    ],
  },
}
