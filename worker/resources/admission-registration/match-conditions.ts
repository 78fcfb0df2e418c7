import { qualifiedName } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, check, checkObject, each, isRepeated } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { checkMatchCondition } from './expression-rules.ts'

const LIMIT = 64

const few = check((conditions, place) => {
  if (Array.isArray(conditions) && conditions.length > LIMIT) place.tooMany(conditions.length, LIMIT)
})

const condition = checkObject((value, place) => {
  const name = textAt(value, 'name')
  const expression = textAt(value, 'expression').trim()
  if (expression === '') place.required('', 'expression')
  else checkMatchCondition(expression, place)
  if (name === '') return place.required('', 'name')
  for (const fault of qualifiedName(name)) place.invalid(name, fault, 'name')
  if (isRepeated(name, 'name', place)) place.duplicate(name, 'name')
})

/** `matchConditions`: expressions that select requests. */
export const matchConditions: Rule = all(at('matchConditions', few), each('matchConditions', condition))
