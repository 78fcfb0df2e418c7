import { doubleOf } from '../../api/numbers.ts'
import type { Library } from '../declarations.ts'
import { global, member } from '../declarations.ts'
import { EvaluationError } from '../evaluation-error.ts'
import type { List, Value } from '../values.ts'
import { GoStrings } from '../values.ts'
import { format } from './text-format.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

type Int = number | bigint

const outOfRange = (index: Int): EvaluationError => new EvaluationError(`index out of range: ${index}`)

function position(index: Int, from: number, to: number): number {
  if (index < from || index > to) throw outOfRange(index)
  return doubleOf(index)
}

function charAt(text: string, index: Int): Value {
  const characters = [...text]
  return characters[position(index, 0, characters.length)] ?? ''
}

const startsAt = (characters: readonly string[], part: readonly string[], at: number): boolean =>
  part.every((character, index) => characters[at + index] === character)

function indexOf(text: string, part: string, offset: Int = 0): Value {
  if (part === '') return offset
  const characters = [...text]
  const sought = [...part]
  const from = position(offset, 0, characters.length - 1)
  for (let i = from; i + sought.length <= characters.length; i++) if (startsAt(characters, sought, i)) return i
  return -1
}

function lastIndexOf(text: string, part: string, offset?: Int): Value {
  const characters = [...text]
  if (part === '') return offset ?? characters.length
  const sought = [...part]
  const from = position(offset ?? characters.length - 1, 0, characters.length - 1)
  for (let i = Math.min(from, characters.length - sought.length); i >= 0; i--) {
    if (startsAt(characters, sought, i)) return i
  }
  return -1
}

const lower = (text: string): Value => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
const upper = (text: string): Value => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

const joinParts = (parts: readonly string[], kept: number, old: string, replacement: string): string =>
  parts.slice(0, kept + 1).join(replacement) +
  parts
    .slice(kept + 1)
    .map((part) => old + part)
    .join('')

/** An empty `old` matches before and after every character. */
function replace(text: string, old: string, replacement: string, limit: Int = -1): Value {
  const parts = old === '' ? ['', ...text, ''] : text.split(old)
  const all = parts.length - 1
  if (old === '') {
    const most = limit < 0 ? all : Math.min(all, doubleOf(limit))
    const characters = [...text]
    return (
      characters.map((character, i) => (i < most ? replacement : '') + character).join('') +
      (most >= all ? replacement : '')
    )
  }
  return joinParts(parts, limit < 0 ? all : Math.min(all, doubleOf(limit)), old, replacement)
}

function split(text: string, separator: string, limit: Int = -1): Value {
  if (limit === 0) return new GoStrings([])
  const parts = separator === '' ? [...text] : text.split(separator)
  if (limit < 0 || parts.length <= limit) return new GoStrings(parts)
  const most = doubleOf(limit)
  return new GoStrings([...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)])
}

function substring(text: string, start: Int, end?: Int): Value {
  const characters = [...text]
  if (end !== undefined && start > end) {
    throw new EvaluationError(`invalid substring range. start: ${start}, end: ${end}`)
  }
  const from = position(start, 0, characters.length)
  const to = end === undefined ? characters.length : position(end, 0, characters.length)
  return characters.slice(from, to).join('')
}

const SPACE = String.raw`[\t\n\v\f\r \u0085\p{Z}]+`
const AROUND = new RegExp(`^${SPACE}|${SPACE}$`, 'gu')

function join(list: List, separator = ''): Value {
  return [...list]
    .map((item) => {
      if (typeof item !== 'string') throw new EvaluationError(`join: invalid input: ${String(item)}`)
      return item
    })
    .join(separator)
}

const ESCAPES = lookupTable<string>({
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
})

const quote = (text: string): Value => `"${[...text].map((character) => ESCAPES[character] ?? character).join('')}"`

/** The functions of strings; indexes count characters. */
export const strings: Library = {
  charAt: { overloads: [member('string_char_at_int', 'string, int', 'string', charAt)] },
  indexOf: {
    overloads: [
      member('string_index_of_string', 'string, string', 'int', indexOf),
      member('string_index_of_string_int', 'string, string, int', 'int', indexOf),
    ],
  },
  lastIndexOf: {
    overloads: [
      member('string_last_index_of_string', 'string, string', 'int', lastIndexOf),
      member('string_last_index_of_string_int', 'string, string, int', 'int', lastIndexOf),
    ],
  },
  lowerAscii: { overloads: [member('string_lower_ascii', 'string', 'string', lower)] },
  upperAscii: { overloads: [member('string_upper_ascii', 'string', 'string', upper)] },
  replace: {
    overloads: [
      member('string_replace_string_string', 'string, string, string', 'string', replace),
      member('string_replace_string_string_int', 'string, string, string, int', 'string', replace),
    ],
  },
  split: {
    overloads: [
      member('string_split_string', 'string, string', 'list(string)', split),
      member('string_split_string_int', 'string, string, int', 'list(string)', split),
    ],
  },
  substring: {
    overloads: [
      member('string_substring_int', 'string, int', 'string', substring),
      member('string_substring_int_int', 'string, int, int', 'string', substring),
    ],
  },
  trim: { overloads: [member('string_trim', 'string', 'string', (text: string) => text.replace(AROUND, ''))] },
  join: {
    overloads: [
      member('list_join', 'list(string)', 'string', join),
      member('list_join_string', 'list(string), string', 'string', join),
    ],
  },
  format: { overloads: [member('string_format', 'string, list(dyn)', 'string', format)] },
  'strings.quote': { overloads: [global('strings_quote', 'string', 'string', quote)] },
}
