import { YamlError } from '../yaml-error.ts'
import type { ParserState, State, YamlEvent } from './parser-state.ts'
import type { Token, TokenType } from './token.ts'

/** As in libyaml, errors of the parser count lines from 0. For line 0, the error names the line of the context, or no line. */
export function yamlFault(problem: string, at: number, context = 0): YamlError {
  const line = at || context
  return new YamlError(`yaml: ${line === 0 ? '' : `line ${line}: `}${problem}`)
}

const empty = (line: number): YamlEvent => ({
  type: 'scalar',
  line,
  anchor: undefined,
  tag: '',
  value: '',
  implicit: true,
})

export const documentContent: State = (parser) => {
  const { type, line } = parser.peek()
  const isEmpty =
    type === 'version' ||
    type === 'tag-directive' ||
    type === 'document-start' ||
    type === 'document-end' ||
    type === 'stream-end'
  return isEmpty ? empty(line) : blockNode(parser)
}

export const blockNode: State = (parser) => parseNode(parser, true)

interface Properties {
  readonly anchor: string | undefined
  readonly tag: string
  readonly line: number
}

/** An anchor and a tag, in either order. */
function properties(parser: ParserState): Properties {
  const { line } = parser.peek()
  let anchor: string | undefined
  let tag: Token | undefined
  for (;;) {
    const token = parser.peek()
    if (token.type === 'anchor' && anchor === undefined) anchor = token.text
    else if (token.type === 'tag' && tag === undefined) tag = token
    else break
    parser.skip()
  }
  return { anchor, tag: tag === undefined ? '' : parser.tag(tag, line), line }
}

function parseNode(parser: ParserState, block: boolean, indentless = false): YamlEvent {
  const first = parser.peek()
  if (first.type === 'alias') {
    parser.skip()
    return { type: 'alias', name: first.text, line: first.line }
  }
  const { anchor, tag, line } = properties(parser)
  const token = parser.peek()
  if (token.type === 'scalar') {
    parser.skip()
    const implicit = (tag === '' && token.isPlain) || tag === '!'
    return { type: 'scalar', line, anchor, tag, value: token.text, implicit }
  }
  if (indentless && token.type === 'block-entry') {
    parser.continueWith(indentlessEntry)
    return collectionStart('sequence', { anchor, tag, line })
  }
  const collection = COLLECTIONS.get(token.type)
  if (collection !== undefined && (block || !token.type.startsWith('block'))) {
    parser.open()
    parser.continueWith(collection.entry)
    return collectionStart(collection.type, { anchor, tag, line })
  }
  if (anchor !== undefined || tag !== '') return { type: 'scalar', line, anchor, tag, value: '', implicit: tag === '' }
  throw yamlFault('did not find expected node content', token.line, line)
}

const collectionStart = (type: 'sequence' | 'mapping', { line, anchor, tag }: Properties): YamlEvent => ({
  type,
  line,
  anchor,
  tag,
  value: '',
  implicit: false,
})

const blockEntry: State = (parser) => {
  const token = parser.peek()
  if (token.type === 'block-end') return parser.close()
  if (token.type !== 'block-entry') throw parser.fault("did not find expected '-' indicator", token.line)
  parser.skip()
  parser.continueWith(blockEntry)
  const { type } = parser.peek()
  return type === 'block-entry' || type === 'block-end' ? empty(token.endLine) : parseNode(parser, true)
}

/** A sequence with the indentation of its key in the mapping. */
const indentlessEntry: State = (parser) => {
  const token = parser.peek()
  if (token.type !== 'block-entry') return { type: 'end' }
  parser.skip()
  parser.continueWith(indentlessEntry)
  const { type } = parser.peek()
  const isEmpty = type === 'block-entry' || type === 'key' || type === 'value' || type === 'block-end'
  return isEmpty ? empty(token.endLine) : parseNode(parser, true)
}

const blockKey: State = (parser) => {
  const token = parser.peek()
  if (token.type === 'block-end') return parser.close()
  if (token.type !== 'key') throw parser.fault('did not find expected key', token.line)
  parser.skip()
  parser.continueWith(blockValue)
  const { type } = parser.peek()
  return isBlockKeyEnd(type) ? empty(token.endLine) : parseNode(parser, true, true)
}

const isBlockKeyEnd = (type: TokenType): boolean => type === 'key' || type === 'value' || type === 'block-end'

const blockValue: State = (parser) => {
  const token = parser.peek()
  parser.continueWith(blockKey)
  if (token.type !== 'value') return empty(token.line)
  parser.skip()
  const { type } = parser.peek()
  return isBlockKeyEnd(type) ? empty(token.endLine) : parseNode(parser, true, true)
}

const firstFlowEntry: State = (parser) => flowEntry(parser, true)
const laterFlowEntry: State = (parser) => flowEntry(parser, false)

function flowEntry(parser: ParserState, first: boolean): YamlEvent {
  if (!first) skipComma(parser, 'flow-sequence-end', ']')
  const token = parser.peek()
  if (token.type === 'flow-sequence-end') return parser.close()
  parser.continueWith(laterFlowEntry)
  if (token.type !== 'key') return parseNode(parser, false)
  // `[a: b]`: a mapping of one pair.
  parser.skip()
  parser.continueWith(pairKey)
  return collectionStart('mapping', { line: token.line, anchor: undefined, tag: '' })
}

/** Skips the comma after an entry; the last entry needs none. */
function skipComma(parser: ParserState, end: TokenType, bracket: string): void {
  const token = parser.peek()
  if (token.type === 'flow-entry') parser.skip()
  else if (token.type !== end) throw parser.fault(`did not find expected ',' or '${bracket}'`, token.line)
}

const pairKey: State = (parser) => {
  const token = parser.peek()
  parser.continueWith(pairValue)
  if (!isFlowEnd(token.type, 'flow-sequence-end') && token.type !== 'value') return parseNode(parser, false)
  parser.skip()
  return empty(token.endLine)
}

const pairValue: State = (parser) => {
  parser.continueWith(pairEnd)
  return flowValue(parser, 'flow-sequence-end')
}

const pairEnd: State = () => ({ type: 'end' })

const isFlowEnd = (type: TokenType, end: TokenType): boolean => type === 'flow-entry' || type === end

const firstFlowKey: State = (parser) => flowKey(parser, true)
const nextFlowKey: State = (parser) => flowKey(parser, false)

function flowKey(parser: ParserState, first: boolean): YamlEvent {
  if (!first) skipComma(parser, 'flow-mapping-end', '}')
  const token = parser.peek()
  if (token.type === 'flow-mapping-end') return parser.close()
  if (token.type !== 'key') {
    parser.continueWith(emptyFlowValue)
    return parseNode(parser, false)
  }
  parser.skip()
  parser.continueWith(flowMappingValue)
  const next = parser.peek()
  const isEmpty = next.type === 'value' || isFlowEnd(next.type, 'flow-mapping-end')
  return isEmpty ? empty(next.line) : parseNode(parser, false)
}

const flowMappingValue: State = (parser) => {
  parser.continueWith(nextFlowKey)
  return flowValue(parser, 'flow-mapping-end')
}

const emptyFlowValue: State = (parser) => {
  parser.continueWith(nextFlowKey)
  return empty(parser.peek().line)
}

/** The value after a colon; empty when there is no colon. */
function flowValue(parser: ParserState, end: TokenType): YamlEvent {
  const { type, line } = parser.peek()
  if (type !== 'value') return empty(line)
  parser.skip()
  const next = parser.peek()
  return isFlowEnd(next.type, end) ? empty(next.line) : parseNode(parser, false)
}

const COLLECTIONS: ReadonlyMap<string, { readonly type: 'sequence' | 'mapping'; readonly entry: State }> = new Map([
  ['flow-sequence-start', { type: 'sequence', entry: firstFlowEntry }],
  ['flow-mapping-start', { type: 'mapping', entry: firstFlowKey }],
  ['block-sequence-start', { type: 'sequence', entry: blockEntry }],
  ['block-mapping-start', { type: 'mapping', entry: blockKey }],
])
