import { boundedNumber } from '../../api/numbers.ts'
import { goPointer, goSlice, goStruct } from '../../api/go-source.ts'
import { quote } from '../../api/go-format.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { isLonger } from '../../runtime/utf8.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { checkWith } from '../notation/rule.ts'
import { listAt, numberAt, textAt } from '../path.ts'

const MAX_RULES = 20
const MAX_INDEXES_LENGTH = 64 * 1024

const RULE = 'batch.SuccessPolicyRule'
const goRule = goStruct(RULE, {
  SucceededIndexes: ['succeededIndexes', goPointer('string')],
  SucceededCount: ['succeededCount', goPointer('int32')],
})
const goPolicy = goStruct('batch.SuccessPolicy', { Rules: ['rules', goSlice(RULE, goRule)] })

/** The number of indexes in a text such as `0,2-4`, or the fault of the text. */
function countIndexes(text: string, completions: number): number | string {
  if (text === '') return 0
  let [last, total] = [-1, 0]
  for (const interval of text.split(',')) {
    const ends = interval.split('-')
    if (ends.length > 2)
      return `the fragment ${quote(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`
    for (const end of ends) {
      if (!/^\+?\d{1,18}$/.test(end)) return `cannot convert string to integer for index: ${quote(end)}`
      if (boundedNumber(end) >= completions) return `too large index: ${quote(end)}`
    }
    const first = boundedNumber(ends[0] ?? '')
    const final = boundedNumber(ends.at(-1) ?? '')
    if (ends.length === 2 && first >= final) return outOfOrder(first, final)
    if (last >= first) return outOfOrder(last, first)
    total += final - first + 1
    last = final
  }
  return total
}

const outOfOrder = (previous: number, current: number): string =>
  `non-increasing order, previous: ${previous}, current: ${current}`

/** When an indexed job has succeeded before all of its indexes have. */
export const successPolicy: Rule = checkWith('successPolicy', (spec, place) => {
  const { successPolicy: policy } = spec
  if (!isObject(policy)) return
  if (spec['completionMode'] !== 'Indexed') {
    place.invalidShown(goPolicy(policy), 'requires indexed completion mode', 'successPolicy')
    return
  }
  const rules = listAt(policy, 'rules')
  const path = ['successPolicy', 'rules']
  if (rules.length === 0)
    place.required('at least one rules must be specified when the successPolicy is specified', ...path)
  if (rules.length > MAX_RULES) place.tooMany(rules.length, MAX_RULES, ...path)
  rules.forEach((rule, index) => {
    if (isObject(rule)) checkRule(rule, { completions: numberAt(spec, 'completions'), index }, place)
  })
})

interface RuleOfJob {
  readonly completions: number
  readonly index: number
}

function checkRule(rule: JsonObject, { completions, index }: RuleOfJob, place: Place): void {
  const path = ['successPolicy', 'rules', index]
  const { succeededIndexes: indexes, succeededCount: count } = rule
  if (indexes === undefined && count === undefined)
    place.required('at least one of succeededCount or succeededIndexes must be specified', ...path)
  const counted = typeof indexes === 'string' ? countIndexes(indexes, completions) : undefined
  if (isLonger(textAt(rule, 'succeededIndexes'), MAX_INDEXES_LENGTH))
    place.tooLong(MAX_INDEXES_LENGTH, ...path, 'succeededIndexes')
  if (typeof counted === 'string')
    place.invalid(indexes, `error parsing succeededIndexes: ${counted}`, ...path, 'succeededIndexes')
  if (typeof count !== 'number') return
  const report = (text: string): void => place.invalid(count, text, ...path, 'succeededCount')
  if (count < 0) report('must be greater than or equal to 0')
  if (count > completions) report(`must be less than or equal to ${completions} (the number of specified completions)`)
  const listed = typeof counted === 'number' ? counted : 0
  if (counted !== undefined && count > listed)
    report(`must be less than or equal to ${listed} (the number of indexes in the specified succeededIndexes field)`)
}
