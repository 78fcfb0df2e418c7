import { boundedNumber } from '../../api/numbers.ts'
import type { NameRule } from '../../api/names.ts'
import { qualifiedName } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import {
  at,
  check,
  checkAlways,
  checkObject,
  each,
  holds,
  invalid,
  isRepeated,
  named,
  required,
} from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { isLonger } from '../../runtime/utf8.ts'

const STATUSES = ['False', 'True', 'Unknown']
const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?'
const reasonPattern = new RegExp(`^${REASON}$`)
const REASON_LIMIT = 1024
const MESSAGE_LIMIT = 32 * 1024

const reason: NameRule = (text) =>
  reasonPattern.test(text)
    ? []
    : [
        `a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '${REASON}')`,
      ]

const notLonger = (limit: number): Rule =>
  check((value, place) => {
    if (isLonger(String(value), limit)) place.tooLong(limit)
  })

const distinct = checkObject((condition, place) => {
  const type = textAt(condition, 'type')
  if (isRepeated(type, 'type', place)) place.duplicate(type, 'type')
})

const type = checkObject((condition, place) => {
  const name = textAt(condition, 'type')
  for (const fault of qualifiedName(name)) place.invalid(name, fault, 'type')
})

const status = checkObject((condition, place) => {
  const word = textAt(condition, 'status')
  if (!STATUSES.includes(word)) place.notSupported(word, STATUSES, 'status')
})

/** A list `conditions` of `metav1.Condition`, which newer kinds use. */
export const conditions: Rule = each(
  'conditions',
  distinct,
  type,
  status,
  at(
    'observedGeneration',
    holds((n) => boundedNumber(n) >= 0, invalid('must be greater than or equal to zero')),
  ),
  at(
    'lastTransitionTime',
    checkAlways((time, place) => {
      if (typeof time !== 'string') place.required('must be set')
    }),
  ),
  at('reason', required('must be set'), named(reason), notLonger(REASON_LIMIT)),
  at('message', notLonger(MESSAGE_LIMIT)),
)
