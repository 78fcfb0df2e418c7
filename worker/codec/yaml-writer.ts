import { numberOfText } from '../api/numbers.ts'
import { plainError } from '../api/status.ts'
import { goFloat } from '../api/go-format.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

/**
 * Writes a JSON value as the YAML of the real server: keys sorted, two columns for each level, sequences not indented
 * below their key, lines folded after column 80. libyaml's emitter has the same rules.
 * @throws StatusError 500 for a text with a control character that JSON does not escape
 */
export function writeYaml(value: unknown): string {
  return writeNode(value, 0, '') + '\n'
}

const WIDTH = 80

/**
 * @param indent the column of nested lines
 * @param lead the text before the node on its first line
 */
function writeNode(value: unknown, indent: number, lead: string): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `- ${writeNode(item, indent + 2, `${' '.repeat(indent)}- `)}`).join(newLine(indent))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    const entries = Object.entries(value).sort(([a], [b]) => compareKeys(a, b))
    return entries.map(([key, item]) => writeEntry(key, item, indent)).join(newLine(indent))
  }
  return writeScalar(value, indent, columns(lead))
}

/** In bytes. libyaml writes longer keys after a question mark. */
const LONGEST_SIMPLE_KEY = 128

const isSimpleKey = (key: string): boolean =>
  !BREAK.test(key) &&
  (key.length * 3 <= LONGEST_SIMPLE_KEY || new TextEncoder().encode(key).length <= LONGEST_SIMPLE_KEY)

/** libyaml has these breaks besides the line feed: it copies them, and starts a new line after them. */
const SEPARATOR = /[\u2028\u2029]/
const SEPARATORS_BEFORE_TEXT = /([\u2028\u2029]+)(?=[^\u2028\u2029])/g
const BREAK = /[\n\u2028\u2029]/

function writeEntry(key: string, value: unknown, indent: number): string {
  if (!isSimpleKey(key)) {
    const inner = indent + 2
    const written = writeString(key, { indent: inner, column: inner, simpleKey: false })
    return `? ${written}${newLine(indent)}: ${writeNode(value, inner, `${' '.repeat(indent)}: `)}`
  }
  const head = `${writeString(key, { indent, column: 0, simpleKey: true })}:`
  const start = ' '.repeat(indent) + head
  if (Array.isArray(value) && value.length > 0) return head + newLine(indent) + writeNode(value, indent, '')
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return head + newLine(indent + 2) + writeNode(value, indent + 2, '')
  }
  return `${head} ${writeScalar(value, indent + 2, columns(start) + 1)}`
}

const newLine = (indent: number): string => '\n' + ' '.repeat(indent)
/** Code points, the unit of columns in libyaml's emitter. */
const runes = (text: string): string[] => Array.from(text)
const columns = (text: string): number => runes(text).length

function writeScalar(value: unknown, indent: number, column: number): string {
  if (typeof value === 'string') return writeString(value, { indent, column, simpleKey: false })
  if (typeof value === 'number') return writeNumber(value)
  if (Array.isArray(value)) return '[]'
  return typeof value === 'object' && value !== null ? '{}' : String(value)
}

/** go-yaml represents whole numbers outside of these bounds as floats, from the text that Go writes for a double. */
const [BELOW_WHOLE, ABOVE_WHOLE] = [-(2 ** 63), 2 ** 64]

const writeNumber = (value: number): string =>
  Number.isInteger(value) && value > BELOW_WHOLE && value < ABOVE_WHOLE ? String(value) : goFloat(value)

/** The order of keys in go-yaml: other characters before letters, and groups of digits as numbers (`a2` before `a10`). */
function compareKeys(a: string, b: string): number {
  const [left, right] = [runes(a), runes(b)]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [x = '', y = ''] = [left[at], right[at]]
    if (x === y) continue
    const [xLetter, yLetter] = [/\p{L}/u.test(x), /\p{L}/u.test(y)]
    if (xLetter && yLetter) return x < y ? -1 : 1
    if (xLetter || yLetter) return yLetter ? -1 : 1
    // Zeros count as digits of a number when they continue it.
    const isContinued = (x === '0' || y === '0') && /[1-9]\p{Nd}*$/u.test(left.slice(0, at).join(''))
    const [p, q] = [left, right].map((key) => (isContinued ? '1' : '') + digitsAt(key, at)) as [string, string]
    return numberOfText(p) - numberOfText(q) || p.length - q.length || (x < y ? -1 : 1)
  }
  return left.length - right.length
}

function digitsAt(characters: readonly string[], at: number): string {
  let digits = ''
  for (let i = at; /^\p{Nd}$/u.test(characters[i] ?? ''); i++) digits += characters[i] ?? ''
  return digits
}

interface Position {
  /** The column of a folded or literal line. */
  readonly indent: number
  /** The column of the scalar's first character. */
  readonly column: number
  readonly simpleKey: boolean
}

/** Characters that JSON does not escape and that the YAML reader of the real server refuses in its JSON. */
const REFUSED = /[\x7f-\x84\x86-\x9f\ufffe\uffff]/

/** The real server converts its JSON with a YAML reader, which treats U+0085 in a quoted text as a line break. */
const NEXT_LINES = /[ \t]*\x85[ \t\x85]*/g

const withFoldedBreaks = (text: string): string =>
  text.replace(NEXT_LINES, (found) => '\n'.repeat(found.replaceAll(/[ \t]/g, '').length - 1) || ' ')

function writeString(given: string, position: Position): string {
  if (REFUSED.test(given)) throw plainError('yaml: control characters are not allowed')
  const text = given.includes('\x85') ? withFoldedBreaks(given) : given
  const shape = analyse(text)
  if (text.includes('\n')) {
    return shape.literal && !position.simpleKey ? literal(text, position.indent) : doubleQuoted(text, position)
  }
  if (resolvesToNonString(text)) return doubleQuoted(text, position)
  if (shape.plain) return fold(text, position, '')
  return shape.singleQuoted
    ? `'${fold(text.replaceAll("'", "''"), { ...position, column: position.column + 1 }, "'")}'`
    : doubleQuoted(text, position)
}

interface Shape {
  readonly plain: boolean
  readonly singleQuoted: boolean
  readonly literal: boolean
}

const INDICATOR = /^(?:[#,[\]{}&*!|>'"%@`]|[?:](?:[ \t]|$)|-(?:[ \t]|$)|---|\.\.\.)|:(?:[ \t]|$)|[ \t\n]#/
const UNPRINTABLE = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/

function analyse(text: string): Shape {
  const special = UNPRINTABLE.test(text) || / [\n\u2028\u2029]/.test(text)
  const edges = /^ | $/.test(text)
  return {
    plain: !special && !edges && !INDICATOR.test(text) && !BREAK.test(text),
    singleQuoted: !special && !/[\n\u2028\u2029] /.test(text),
    literal: !special && !text.endsWith(' '),
  }
}

const WORDS =
  /^(?:|~|null|Null|NULL|[yYnN]|yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/
const PREFIXED = /^[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)$/
const DECIMAL = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/
const BASE_60 = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/
const TIMESTAMP = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[-+]\d{2}:\d{2})?)?$/

/** Whether the unquoted text would be read as a number, a boolean, a date or null. */
function resolvesToNonString(text: string): boolean {
  return (
    WORDS.test(text) ||
    NOT_FINITE.test(text) ||
    BASE_60.test(text) ||
    TIMESTAMP.test(text) ||
    (/^[-+.\d]/.test(text) && isNumber(text.startsWith('.') ? text : text.replaceAll('_', '')))
  )
}

/** The reader keeps a number beyond 64 bits or doubles as text. */
function isNumber(text: string): boolean {
  const [, digits] = PREFIXED.exec(text) ?? []
  if (digits === undefined) return DECIMAL.test(text) && Number.isFinite(numberOfText(text))
  const value = BigInt(digits)
  return text.startsWith('-') ? value <= LARGEST_NEGATIVE : BigInt.asUintN(64, value) === value
}

const LARGEST_NEGATIVE = 2n ** 63n

/**
 * Breaks lines at a single space after column 80. The first and last character of a quoted text are never a break. The
 * text after a separator is indented.
 */
function fold(text: string, { indent, column, simpleKey }: Position, quote: '' | "'"): string {
  const isSeparated = SEPARATOR.test(text)
  if (simpleKey || (column + text.length <= WIDTH && !isSeparated)) return text
  const characters = runes(text)
  let out = ''
  let at = column
  characters.forEach((character, i) => {
    if (isSeparated && SEPARATOR.test(character)) {
      out += character
      at = 0
      return
    }
    if (isSeparated && SEPARATOR.test(characters[i - 1] ?? '')) {
      out += ' '.repeat(indent)
      at = indent
    }
    const single = character === ' ' && characters[i - 1] !== ' ' && characters[i + 1] !== ' '
    const inside = quote === '' || (i > 0 && i < characters.length - 1)
    if (single && inside && at > WIDTH) {
      out += newLine(indent)
      at = indent
    } else {
      out += character
      at += 1
    }
  })
  return out
}

function literal(text: string, indent: number): string {
  const hint = /^[ \n\u2028\u2029]/.test(text) ? '2' : ''
  const chomp = chompingIndicator(text)
  const start = ' '.repeat(indent)
  const written = (line: string): string =>
    (line === '' || SEPARATOR.test(line.charAt(0)) ? '' : start) + line.replace(SEPARATORS_BEFORE_TEXT, `$1${start}`)
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
  return `|${hint}${chomp}\n` + lines.map(written).join('\n')
}

function chompingIndicator(text: string): '-' | '+' | '' {
  if (!BREAK.test(text.at(-1) ?? '')) return '-'
  return text.length === 1 || BREAK.test(text.at(-2) ?? '') ? '+' : ''
}

const ESCAPES = lookupTable<string>({
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\x85': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
})

function doubleQuoted(text: string, { indent, column, simpleKey }: Position): string {
  const characters = runes(text)
  let out = '"'
  let at = column + 1
  // For each character, Go's writer looks for a byte order mark at the start of the text.
  const isMarked = text.startsWith('\uFEFF')
  characters.forEach((character, i) => {
    const isEscaped = isMarked || UNPRINTABLE.test(character)
    const escaped = ESCAPES[character] ?? (isEscaped ? escape(character) : undefined)
    const inside = i > 0 && i < characters.length - 1
    if (escaped === undefined && !simpleKey && character === ' ' && inside && characters[i - 1] !== ' ' && at > WIDTH) {
      out += newLine(indent) + (characters[i + 1] === ' ' ? '\\' : '')
      at = indent
    } else {
      out += escaped ?? character
      at += (escaped ?? character).length
    }
  })
  return out + '"'
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16).toUpperCase()
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
