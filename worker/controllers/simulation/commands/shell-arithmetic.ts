import { boundedNumber } from '../../../api/numbers.ts'
import { NotModelled } from './shell-parser.ts'

const EXPRESSION = /^\s*(\$?\w+)\s*(?:([-+*/%])\s*(\$?\w+)\s*)?$/

/**
 * The value of `$((...))`: whole numbers and variables with one operator at most.
 * @throws NotModelled for any other expression, and for a division by zero
 */
export function arithmeticValue(text: string, env: ReadonlyMap<string, string>): number {
  const value = (name: string): number =>
    boundedNumber(/^\d+$/.test(name) ? name : (env.get(name.replace('$', '')) ?? 0))
  const [, left, sign, right] = EXPRESSION.exec(text) ?? []
  if (left === undefined) throw new NotModelled(text)
  const [a, b] = [value(left), value(right ?? '0')]
  if ((sign === '/' || sign === '%') && b === 0) throw new NotModelled(text)
  switch (sign) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return Math.trunc(a / b)
    case '%':
      return a % b
    default:
      return a
  }
}
