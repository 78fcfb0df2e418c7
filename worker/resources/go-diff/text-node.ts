import { quote } from '../../api/go-format.ts'
import { isLonger, utf8Length } from '../../runtime/utf8.ts'

/** A text that is laid out on one line when it fits, and on several otherwise. */
export type TextNode =
  | { readonly line: string }
  | { readonly prefix: string; readonly inner: TextNode; readonly suffix: string }
  | { readonly list: readonly TextRecord[] }

export type Sign = '' | '-' | '+'

export interface TextRecord {
  readonly sign?: Sign
  readonly key?: string
  readonly value: TextNode
  /** A comment after the value, such as `6 identical fields`. */
  readonly comment?: string
  readonly hasNoComma?: boolean
}

/** Bytes from which a removed or inserted value is laid out on several lines, and lists of plain values are broken. */
const MAX_COLUMN = 80

export const line = (text: string): TextNode => ({ line: text })
export const wrapped = (prefix: string, inner: TextNode, suffix = ''): TextNode => ({ prefix, inner, suffix })
export const NIL = line('nil')
export const ELLIPSIS = line('...')

/** The bytes of the text on one line. */
export const lengthOf = (node: TextNode): number => utf8Length(compact(node, '').text)

/** The whole text, with the sign and indentation of its first line. */
export const printText = (node: TextNode): string => `${indent('', 0)}${expand(compact(node, '').node, '', 0)}\n`

const indent = (sign: Sign, depth: number): string => `${sign === '' ? ' ' : sign} ${'\t'.repeat(depth)}`

interface Compacted {
  readonly text: string
  /** A line when the node may be written as one. */
  readonly node: TextNode
}

function compact(node: TextNode, sign: Sign): Compacted {
  if ('line' in node) return { text: node.line, node }
  if ('inner' in node) {
    const { text, node: inner } = compact(node.inner, sign)
    const whole = `${node.prefix}${text}${node.suffix}`
    return { text: whole, node: 'line' in inner ? line(whole) : { ...node, inner } }
  }
  return compactList(node.list, sign)
}

function compactList(list: readonly TextRecord[], sign: Sign): Compacted {
  let isSplit = false
  const parts: string[] = []
  const records = list.map((record): TextRecord => {
    const own = record.sign ?? ''
    const { text, node } = compact(record.value, own === '' ? sign : own)
    if (own !== '' || !('line' in node) || record.comment !== undefined) isSplit = true
    parts.push(`${record.key ? `${record.key}: ` : ''}${text}`)
    return { ...record, value: node }
  })
  const text = parts.join(', ')
  if (sign !== '' && isLonger(text, MAX_COLUMN)) isSplit = true
  return { text, node: isSplit ? { list: records } : line(text) }
}

function expand(node: TextNode, sign: Sign, depth: number): string {
  if ('line' in node) return node.line
  if ('inner' in node) return `${node.prefix}${expand(node.inner, sign, depth)}${node.suffix}`
  const { list } = node
  const end = `\n${indent(sign, depth)}`
  const lines = list.map(({ value }) => ('line' in value ? value.line : undefined))
  const isPlain = list.every(
    ({ sign: own = '', key = '', comment }) => own === '' && key === '' && comment === undefined,
  )
  if (isPlain && lines.every((text) => text !== undefined)) {
    return (
      batches(lines)
        .map((batch) => `\n${indent(sign, depth + 1)}${batch}`)
        .join('') + end
    )
  }
  const keys = paddings(list.map(({ key = '', value }) => (key === '' || !('line' in value) ? undefined : key)))
  const values = paddings(
    list.map(({ value, comment }) =>
      comment === undefined || value === ELLIPSIS || !('line' in value) ? undefined : value.line,
    ),
  )
  const rows = list.map((record, at) => {
    const own = record.sign ?? ''
    const current = own === '' ? sign : own
    const key = record.key ? `${record.key}: ` : ''
    const value = expand(record.value, current, depth + 1)
    const comment = record.comment === undefined ? '' : `${' '.repeat(values[at] ?? 0)} // ${record.comment}`
    return `\n${indent(current, depth + 1)}${key}${' '.repeat(keys[at] ?? 0)}${value}${record.hasNoComma === true ? '' : ','}${comment}`
  })
  return rows.join('') + end
}

/** Joins plain values into lines of at most `MAX_COLUMN` bytes. A longer value has its own line. */
function batches(values: readonly string[]): string[] {
  const lines: string[] = []
  let batch = ''
  for (const value of values) {
    if (batch !== '' && isLonger(`${batch}${value}, `, MAX_COLUMN)) {
      lines.push(batch.trimEnd())
      batch = ''
    }
    batch += `${value}, `
  }
  return batch === '' ? lines : [...lines, batch.trimEnd()]
}

/** The spaces after each text, so that the columns after adjacent texts begin at the same place. Undefined ends a group. */
function paddings(texts: readonly (string | undefined)[]): number[] {
  const lengths = texts.map((text) => (text === undefined ? undefined : [...text].length))
  const spaces = lengths.map(() => 0)
  for (let from = 0; from < lengths.length; from++) {
    let longest = 0
    let to = from
    for (let length = lengths[to]; length !== undefined; length = lengths[++to]) longest = Math.max(longest, length)
    for (let at = from; at < to; at++) spaces[at] = longest - (lengths[at] ?? 0)
    from = to
  }
  return spaces
}

/** A text that needs escapes is put in backquotes when possible. */
export function quotedText(text: string): string {
  const quoted = quote(text)
  if (quoted.length === text.length + 2) return quoted
  return /^[\t \p{L}\p{M}\p{N}\p{P}\p{S}]*$/u.test(text) && !text.includes('`') ? `\`${text}\`` : quoted
}

/** The key of a map. As in go-cmp, `s` marks a key that its method `String` prints. */
export const mapKey = (type: string, key: string): string => `${type === 'ResourceName' ? 's' : ''}${quotedText(key)}`
