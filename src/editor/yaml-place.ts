import type { FieldPath } from '../client/field-path.ts'

/** The structure around a position in block YAML. It is found by indentation, so the line may be incomplete. */
export interface YamlPlace {
  /** Line numbers (from 0) of the document around the position, without its `---`. */
  readonly document: { readonly first: number; readonly last: number }
  /** The path of the mapping that holds the line's key. */
  readonly parent: FieldPath
  /** The key on the line. Without a colon, the typed beginning of a key. */
  readonly key: string
  /** Whether the position is after the key's colon. */
  readonly inValue: boolean
  /** The keys of the same mapping on other lines. */
  readonly siblings: readonly string[]
}

interface Line {
  /** The column of the key, after any dashes. */
  readonly indent: number
  /** The columns of the dashes before the key, outermost first. */
  readonly dashes: readonly number[]
  readonly key: string | undefined
}

const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:'"[{&*!|>%@`,-][^:#]*?|-[^\s:][^:#]*?)\s*:(?=\s|$)/

function unquote(key: string): string {
  return /^["']/.test(key) ? key.slice(1, -1) : key
}

/** Parses a line; undefined for a blank line and a comment. */
function read(text: string): Line | undefined {
  if (/^\s*(#.*)?$/.test(text)) return undefined
  const dashes: number[] = []
  let indent = text.search(/\S/)
  let rest = text.slice(indent)
  for (let dash = /^-(\s+|$)/.exec(rest); dash !== null; dash = /^-(\s+|$)/.exec(rest)) {
    dashes.push(indent)
    indent += dash[0].length
    rest = rest.slice(dash[0].length)
  }
  const key = KEY.exec(rest)?.[1]
  return { indent, dashes, key: key === undefined ? undefined : unquote(key) }
}

/** Line numbers (from 0) of the YAML document around a line, without its `---`. */
export function documentAround(lines: readonly string[], at: number): { first: number; last: number } {
  const separator = (line: string | undefined): boolean => line !== undefined && /^(---|\.\.\.)(\s|$)/.test(line)
  let first = at
  while (first > 0 && !separator(lines[first - 1])) first--
  let last = at
  while (last < lines.length - 1 && !separator(lines[last + 1])) last++
  return { first, last }
}

/** The index of the list item whose dash is at `column` of line `at`. */
function itemIndex(lines: readonly string[], first: number, at: number, column: number): number {
  let index = 0
  for (let i = at - 1; i >= first; i--) {
    const line = read(lines[i] ?? '')
    if (line === undefined) continue
    const outermost = line.dashes[0] ?? line.indent
    if (line.dashes.includes(column)) index++
    else if (outermost <= column) break
  }
  return index
}

/** The place of a position; undefined on separators and on lines that contain only a comment. */
export function placeAt(lines: readonly string[], row: number, column: number): YamlPlace | undefined {
  const text = lines[row] ?? ''
  if (/^(---|\.\.\.)/.test(text) || /^\s*#/.test(text)) return undefined
  const document = documentAround(lines, row)
  const own = read(text)
  const indent = own?.indent ?? column
  const dashes = own?.dashes ?? []
  const key = own?.key ?? text.slice(indent, column).trim()
  const colon = own?.key === undefined ? -1 : text.indexOf(':', indent + own.key.length)
  const path: (string | number)[] = []
  // The parents of the line are indented less than this column.
  let edge = indent
  for (const dash of [...dashes].reverse()) {
    path.unshift(itemIndex(lines, document.first, row, dash))
    edge = dash
  }
  for (let i = row - 1; i >= document.first && (edge > 0 || typeof path[0] === 'number'); i--) {
    const line = read(lines[i] ?? '')
    if (line === undefined) continue
    const inSequence = typeof path[0] === 'number'
    if (
      line.key !== undefined &&
      (line.indent < edge || (inSequence && line.indent === edge && line.dashes.length === 0))
    ) {
      path.unshift(line.key)
      edge = line.indent
    } else if (line.indent > edge || line.dashes.length === 0) continue
    for (const dash of [...line.dashes].reverse()) {
      if (dash >= edge) continue
      path.unshift(itemIndex(lines, document.first, i, dash))
      edge = dash
    }
  }
  return {
    document,
    parent: path,
    key,
    inValue: colon >= 0 && column > colon,
    siblings: siblings(lines, document, row, indent),
  }
}

function siblings(
  lines: readonly string[],
  { first, last }: { first: number; last: number },
  row: number,
  indent: number,
) {
  const found: string[] = []
  const collect = (from: number, step: 1 | -1): void => {
    for (let i = from; i >= first && i <= last; i += step) {
      const line = read(lines[i] ?? '')
      if (line === undefined || line.indent > indent) continue
      if (line.indent < indent || (step === 1 && line.dashes.length > 0)) return
      if (line.key !== undefined) found.push(line.key)
      if (line.dashes.length > 0) return
    }
  }
  if ((read(lines[row] ?? '')?.dashes.length ?? 0) === 0) collect(row - 1, -1)
  collect(row + 1, 1)
  return found
}

/** The scalar value of a top-level key of a document, such as `kind`; empty when the document does not have the key. */
export function topLevel(
  lines: readonly string[],
  { first, last }: { first: number; last: number },
  key: string,
): string {
  for (let i = first; i <= last; i++) {
    const match = /^(\w+):\s*["']?([^"'#\s]+)/.exec(lines[i] ?? '')
    if (match?.[1] === key) return match[2] ?? ''
  }
  return ''
}
