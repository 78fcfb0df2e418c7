import { exactJson } from '../../worker/api/exact-json.ts'
import { indentJson } from '../../worker/codec/json-indent.ts'

/**
 * Indents JSON text by two spaces for each level. Numbers keep their spelling and members their order.
 * @throws SyntaxError when the text is not JSON
 */
export function reindentedJson(text: string): string {
  JSON.parse(text)
  const compact = text.match(/"(?:[^"\\]|\\.)*"|[^"\s]+/g) ?? []
  return indentJson(compact.join(''))
}

/** Writes JSON as `exactJson` does, but with a line for each member and an indentation of two spaces. */
export function indentedJson(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2)
  } catch (error) {
    if (error instanceof TypeError) return indentJson(exactJson(value))
    throw error
  }
}
