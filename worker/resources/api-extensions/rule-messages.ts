import { quote } from '../../api/go-format.ts'
import type { Program } from '../../cel/cel.ts'
import { BudgetError } from '../../cel/evaluation-error.ts'
import type { Activation } from '../../cel/frame.ts'
import { CALL_BUDGET } from '../../cel/budgets.ts'
import type { ValidationRule } from '../../schema/custom/json-schema.ts'
import { isLonger } from '../../runtime/utf8.ts'

/** The greatest length of a message, in bytes. */
const LONGEST = 5 * 1024

/** The name of a rule in errors: the message of the rule, else the expression of the rule. */
export const shownRule = ({ rule, message = '' }: ValidationRule): string =>
  message === '' ? rule.trim() : message.trim()

interface Message {
  /** The value of the expression; undefined when it has no valid value. Then the rule's `message` is used. */
  readonly text: string | undefined
  readonly cost: number
  /** The reason to run no further rules. */
  readonly stop?: string
}

/** Evaluates a `messageExpression`, whose value must be one line of text. `budget` is the rest of the object's cost units. */
export function messageOf(program: Program, activation: Activation, budget: number): Message {
  const outcome = program.run(activation, CALL_BUDGET)
  const { cost } = outcome
  if (cost > budget) {
    const why = 'running out of cost budget, no further validation rules will be run'
    return { text: undefined, cost, stop: `messageExpression evaluation failed due to ${why}` }
  }
  if ('error' in outcome) {
    if (!(outcome.error instanceof BudgetError)) return { text: undefined, cost }
    const why = 'no further validation rules will be run due to call cost exceeds limit for messageExpression'
    return { text: undefined, cost, stop: `${why}: ${quote(program.source)}` }
  }
  const text = typeof outcome.value === 'string' ? outcome.value.trim() : ''
  const isFit = text !== '' && !text.includes('\n') && !isLonger(text, LONGEST)
  return { text: isFit ? text : undefined, cost }
}
