import type { Expression } from './expression.ts'
import { parse } from './parser.ts'
import { shownExpression } from './shown-expression.ts'

const MAX_EXPRESSIONS = 100
/**
 * Maximum characters of all parts together, without the whole. Each part is compiled, and a part may repeat most of the whole.
 */
const MAX_TEXT = 8_000
/** Maximum characters of all texts that are written, including texts that do not fit into `MAX_TEXT`. */
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
 * The texts of the parts of an expression that have their own value, the whole expression first. The list omits literals and
 * parts beyond the limit of characters. It also omits the bodies of `all`, `map` and the like, whose values differ for each
 * element. For a text with faults the list is empty.
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

/** Whether a name is the first part of a function's name, such as `cel` in `cel.bind(...)`. */
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
