import type { Expression } from './expression.ts'
import { parse } from './parser.ts'
import { shownExpression } from './shown-expression.ts'

const MAX_EXPRESSIONS = 100
/** Characters of all parts besides the whole: each part is compiled, and a part may repeat most of the whole. */
const MAX_TEXT = 8_000
/** Characters of all texts that are written, also of those that do not fit. */
const MAX_WRITTEN_CHARACTERS = 60_000

/** Calls whose arguments read a variable that the call declares. */
const WITH_VARIABLE: ReadonlySet<string> = new Set([
  'all',
  'bind',
  'exists',
  'exists_one',
  'filter',
  'map',
  'optFlatMap',
  'optMap',
])

/** Macros are calls here, so that a part has the text that its author wrote. */
const NO_MACROS = { expand: () => undefined }

/**
 * The parts of an expression that have a value of their own, as texts, the whole first. The list omits literals, the
 * bodies of `all`, `map` and the other comprehensions, whose values differ for each element, and the parts that exceed
 * the limit of characters. It is empty for a text with faults.
 */
export function subExpressions(source: string): readonly string[] {
  const { expression, faults } = parse(source, NO_MACROS)
  if (faults.length > 0) return []
  const found = new Set<string>()
  let room = MAX_TEXT
  let written = 0
  const add = (text: string): void => {
    written += text.length
    if (found.has(text) || (found.size > 0 && text.length > room)) return
    if (found.size > 0) room -= text.length
    found.add(text)
  }
  const visit = (node: Expression): void => {
    if (found.size >= MAX_EXPRESSIONS || written > MAX_WRITTEN_CHARACTERS) return
    if (node.is !== 'constant' && !isNamespace(node)) add(shownExpression(node))
    for (const part of partsOf(node)) visit(part)
  }
  visit(expression)
  return [...found]
}

/** The first part of `cel.bind(...)`. */
const isNamespace = (node: Expression): boolean =>
  node.is === 'identifier' && ['cel', 'math', 'sets'].includes(node.name)

function partsOf(node: Expression): readonly Expression[] {
  switch (node.is) {
    case 'selection':
      return [node.operand]
    case 'call': {
      const target = node.target === undefined ? [] : [node.target]
      if (WITH_VARIABLE.has(node.name) && node.target !== undefined) return target
      // `has(a.b)`: the field may be absent.
      if (node.name === 'has') return node.args.flatMap((one) => (one.is === 'selection' ? [one.operand] : []))
      return [...target, ...node.args]
    }
    case 'list':
      return node.elements
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value])
    default:
      return []
  }
}
