import { parseLabelSelector } from '../../worker/api/selector.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { setKey } from '../../worker/api/json.ts'
import { Failure } from './failure.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

interface LabelRequirements {
  readonly matchLabels: Readonly<Record<string, string>>
  readonly matchExpressions: readonly JsonObject[]
}

const REQUIREMENT = /(!\s*)?([^\s!=<>(),]+)\s*(?:(==?|!=|<|>)\s*([^\s!=<>(),]*)|(in|notin)\s*\(([^)]*)\))?/g

/**
 * Parses a selector of a query into requirements sorted by key.
 * @throws Failure for a syntax error and for a selector that objects cannot have
 */
export function labelRequirements(source: string): LabelRequirements {
  try {
    parseLabelSelector(source)
  } catch (error) {
    const reason = errorMessage(error)
    throw new Failure(`couldn't parse the selector string ${JSON.stringify(source)}: ${reason}`)
  }
  const matchLabels: Record<string, string> = {}
  const matchExpressions: JsonObject[] = []
  for (const [, negated, key = '', sign, value = '', word, values = ''] of source.matchAll(REQUIREMENT))
    if (sign === '=' || sign === '==') setKey(matchLabels, key, value)
    else if (sign === '!=') throw new Failure('"!=" is not a valid label selector operator')
    else if (sign !== undefined) throw new Failure(`"${sign === '>' ? 'gt' : 'lt'}" isn't supported in label selectors`)
    else if (word === undefined)
      matchExpressions.push({ key, operator: negated === undefined ? 'Exists' : 'DoesNotExist' })
    else {
      const sorted = [...new Set(values.split(',').map((each) => each.trim()))].sort()
      matchExpressions.push({ key, operator: word === 'in' ? 'In' : 'NotIn', values: sorted })
    }
  matchExpressions.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1))
  return { matchLabels, matchExpressions }
}
