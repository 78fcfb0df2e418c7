import type { Rule } from '../notation/rule.ts'
import { at, checkObject, each, isRepeated } from '../notation/rule.ts'
import { textAt } from '../path.ts'

const condition = checkObject((value, place) => {
  const type = textAt(value, 'type')
  if (isRepeated(value['type'], 'type', place)) place.duplicate(type, 'type')
  if (type === '') place.required('must not be empty', 'type')
})

/** The rules of a status write of a FlowSchema or a priority level. */
export const statusRules: readonly Rule[] = [at('status', each('conditions', condition))]
