import { exactJson } from '../../worker/api/exact-json.ts'

/** As `exactJson`, with a line for each member and an indentation of two spaces. */
export function indentedJson(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2)
  } catch (error) {
    if (error instanceof TypeError) return indented(exactJson(value))
    throw error
  }
}

/** A text, an empty object or list, or a character that begins or ends a line. */
const TOKENS = /"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/g

function indented(json: string): string {
  let margin = '\n'
  return json.replace(TOKENS, (token) => {
    if (token === ':') return ': '
    if (token === ',') return token + margin
    if (token === '{' || token === '[') return token + (margin += '  ')
    if (token === '}' || token === ']') return (margin = margin.slice(0, -2)) + token
    return token
  })
}
