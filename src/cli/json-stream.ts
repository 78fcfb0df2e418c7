import { utf8Length } from '../../worker/runtime/utf8.ts'
import type { Json } from '../../worker/api/json.ts'
import { JsonSyntaxError } from '../../worker/codec/json-parser.ts'
import { readJson } from '../../worker/codec/json-reader.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** One value of a stream of JSON values, with its text as written. */
export interface StreamedValue {
  readonly text: string
  readonly value: Json
}

const TOKEN = /\s*("(?:[^"\\\n]|\\.)*"|[-+.\w]+|[{}[\],:])/y
const SCALAR = /^(?:".*"|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/s

/** Reads JSON values that follow each other without separators. @throws Error in the words of Go's decoder */
export function* readJsonStream(text: string): Generator<StreamedValue> {
  for (let at = 0; text.slice(at).trim() !== '';) {
    const end = valueEnd(text, at)
    const one = text.slice(at, end.at).trim()
    if (!end.complete && end.at >= text.trimEnd().length) throw new Error('unexpected EOF')
    try {
      yield { text: one, value: readJson(end.complete ? one : text.slice(at)).value }
    } catch (error) {
      if (error instanceof JsonSyntaxError && error.isCutOff) throw new Error('unexpected EOF', { cause: error })
      // Go's offset includes the faulty byte.
      const fault = error instanceof JsonSyntaxError ? error.at : undefined
      const before = fault === undefined ? utf8Length(text.slice(0, end.at)) : utf8Length(text.slice(0, at)) + fault
      const offset = before + 1
      const why = errorMessage(error)
      throw new Error(`json: offset ${offset}: ${why}`, { cause: error })
    }
    at = end.at
  }
}

/** The end of the value that begins at `from`, or the index of the first unexpected character. */
function valueEnd(text: string, from: number): { readonly at: number; readonly complete: boolean } {
  const open: string[] = []
  let expected = 'value'
  for (let at = from; ;) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[1]
    const start = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0)
    const next = token === undefined ? undefined : after(expected, token, open)
    if (token === undefined || next === undefined) return { at: start, complete: false }
    at = TOKEN.lastIndex
    if (next === 'end') return { at, complete: true }
    expected = next
  }
}

/**
 * The kind of token that must follow a token, or `end` after a whole value; undefined when the token is not allowed.
 * Updates the list of open brackets.
 */
function after(expected: string, token: string, open: string[]): string | undefined {
  const closes = (): string => (open.pop(), open.length === 0 ? 'end' : 'comma')
  if (expected.startsWith('value') || expected === 'first value') {
    if (token === '{' || token === '[') {
      open.push(token)
      return token === '{' ? 'first key' : 'first value'
    }
    if (token === ']' && expected === 'first value') return closes()
    if (!SCALAR.test(token)) return undefined
    return open.length === 0 ? 'end' : 'comma'
  }
  if (expected.endsWith('key')) {
    if (token === '}' && expected === 'first key') return closes()
    return token.startsWith('"') ? 'colon' : undefined
  }
  if (expected === 'colon') return token === ':' ? 'value' : undefined
  if (token === ',') return open.at(-1) === '{' ? 'key' : 'value'
  return token === (open.at(-1) === '{' ? '}' : ']') ? closes() : undefined
}
