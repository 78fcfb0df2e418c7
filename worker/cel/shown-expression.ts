import type { Call, Expression } from './expression.ts'
import { Double, Uint, type Value } from './values.ts'

/** The text of an expression, such as `a.b == 1 && c in d`. The expansion of a macro is shown as `…`. */
export function shownExpression(node: Expression): string {
  switch (node.is) {
    case 'constant':
      return shownConstant(node.value)
    case 'identifier':
      return node.name
    case 'selection':
      return node.test ? `has(${operand(node.operand)}.${node.field})` : `${operand(node.operand)}.${node.field}`
    case 'call':
      return shownCall(node)
    case 'list':
      return `[${node.elements.map((one, at) => `${node.optional.has(at) ? '?' : ''}${shownExpression(one)}`).join(', ')}]`
    case 'map':
      return `{${node.entries.map(({ key, value, optional }) => `${optional ? '?' : ''}${shownExpression(key)}: ${shownExpression(value)}`).join(', ')}}`
    case 'message':
      return `${node.name}{${node.fields.map(({ name, value, optional }) => `${optional ? '?' : ''}${name}: ${shownExpression(value)}`).join(', ')}}`
    case 'comprehension':
      return '…'
  }
}

function shownConstant(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Uint) return `${value.value}u`
  if (value instanceof Double) return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value)
  if (value instanceof Uint8Array)
    return `b"${[...value].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`
  return String(value)
}

const BINARY = /^_(\S+)_$/

function shownCall({ name, target, args }: Call): string {
  const [first, second, third] = args
  if (first !== undefined && second !== undefined) {
    if (name === '_[_]') return `${operand(first)}[${shownExpression(second)}]`
    if (name === '_[?_]') return `${operand(first)}[?${shownExpression(second)}]`
    if (name === '_?._') return `${operand(first)}.?${second.is === 'constant' ? String(second.value) : ''}`
    if (name === '@in') return `${operand(first)} in ${operand(second)}`
    if (name === '_?_:_' && third !== undefined) return `${operand(first)} ? ${operand(second)} : ${operand(third)}`
    const sign = BINARY.exec(name)?.[1]
    if (sign !== undefined) return `${operand(first)} ${sign} ${operand(second)}`
  }
  if (first !== undefined && name === '!_') return `!${operand(first)}`
  if (first !== undefined && name === '-_') return `-${operand(first)}`
  const list = args.map(shownExpression).join(', ')
  return target === undefined ? `${name}(${list})` : `${operand(target)}.${name}(${list})`
}

/** The text of an operand, in parentheses when it is an operator with operands. */
function operand(node: Expression): string {
  const isOperator = node.is === 'call' && (BINARY.test(node.name) || ['@in', '_?_:_', '!_', '-_'].includes(node.name))
  const isAccess = node.is === 'call' && ['_[_]', '_[?_]', '_?._'].includes(node.name)
  return isOperator && !isAccess ? `(${shownExpression(node)})` : shownExpression(node)
}
