import { doubleOf } from '../../api/numbers.ts'
import { RE2JS } from 're2js'
import { isTooLarge, takesTooLong } from '../../schema/custom/expression-limits.ts'
import type { Library } from '../declarations.ts'
import { global, member } from '../declarations.ts'
import { EvaluationError, noSuchOverload } from '../evaluation-error.ts'
import type { Value } from '../values.ts'
import { GoStrings, isInt } from '../values.ts'
import { BoundedCache } from '../../runtime/bounded-cache.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/**
 * The compiled pattern. Matching takes time linear in the text for every pattern.
 * @throws EvaluationError with the message of the engine
 */
export const patternOf = (text: string): RE2JS => patterns.get(text)

/** The compiled patterns, which are cached because most rules have a constant pattern. */
const patterns = new BoundedCache(200, compile)

function compile(text: string): RE2JS {
  try {
    if (isTooLarge(text)) throw new Error('the pattern is too large')
    return RE2JS.compile(text)
  } catch (error) {
    throw new EvaluationError(errorMessage(error), { cause: error })
  }
}

/** This bound is needed because the cost of an expression ignores repetitions in a pattern. */
function bounded(pattern: RE2JS, text: string): RE2JS {
  if (takesTooLong(pattern, text)) throw new EvaluationError('matching the pattern takes too long')
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
  const most = isInt(limit) && limit >= 0 ? doubleOf(limit) : Infinity
  const matcher = bounded(legal(pattern), text).matcher(text)
  const found: string[] = []
  while (found.length < most && matcher.find()) found.push(matcher.group() ?? '')
  return new GoStrings(found)
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
