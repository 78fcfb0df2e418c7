import type { YAMLError } from 'yaml'

const CONTROL = /(?![\t\n\r\u0085])\p{Cc}|[\ufeff\ufffe\uffff]/u

/** The real server's message for a text with control characters; it is checked before any syntax. */
export function describeCharacters(text: string): string | undefined {
  return CONTROL.test(text) ? 'control characters are not allowed' : undefined
}

/** The real server's message for malformed UTF-8. */
export function describeBytes(bytes: Uint8Array): string {
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0
    const width = sequenceLength(lead)
    if (width === undefined) return 'invalid leading UTF-8 octet'
    if (at + width > bytes.length) return 'incomplete UTF-8 octet sequence'
    const trailing = bytes.subarray(at + 1, at + width)
    if (!trailing.every((byte) => byte >> 6 === 2)) return 'invalid trailing UTF-8 octet'
    at += width
  }
  return 'invalid length of a UTF-8 sequence'
}

/** The length that the first byte of a UTF-8 sequence announces; undefined for a byte that begins none. */
function sequenceLength(lead: number): number | undefined {
  if (lead < 0x80) return 1
  if (lead >> 5 === 0b110) return 2
  if (lead >> 4 === 0b1110) return 3
  return lead >> 3 === 0b11110 ? 4 : undefined
}

/** The real server's message for a syntax error: `line 2: found character that cannot start any token`. */
export function describeYamlFault({ code, pos, message }: YAMLError, text: string): string {
  const at = pos[0]
  switch (code) {
    case 'RESOURCE_EXHAUSTION':
      return 'exceeded max depth'
    case 'TAB_AS_INDENT':
      return scannerFault('found character that cannot start any token', text, at)
    case 'BAD_SCALAR_START':
      return text[at] === ','
        ? parserFault('did not find expected node content', text, at)
        : scannerFault('found character that cannot start any token', text, at)
    case 'BAD_DQ_ESCAPE':
      return scannerFault(
        /\\[xuU]/.test(message) ? 'did not find expected hexdecimal number' : 'found unknown escape character',
        text,
        at,
      )
    case 'BAD_ALIAS':
      return scannerFault('did not find expected alphabetic or numeric character', text, at)
    case 'TAG_RESOLVE_FAILED':
      return message.startsWith('Verbatim')
        ? scannerFault("did not find the expected '>'", text, at)
        : parserFault('did not find expected key', text, at)
    case 'MULTILINE_IMPLICIT_KEY':
      return multilineFault(text, at)
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (text[at] === ':') return parserFault('did not find expected key', text, at)
      return scannerFault(NO_VALUE, text, endOfKey(text, at))
    case 'MISSING_CHAR':
      return missingFault(message, text, at)
    case 'BAD_INDENT':
      return message.startsWith('Flow')
        ? flowFault(message, text, at)
        : parserFault('did not find expected key', text, at)
    default:
      return tokenFault(message, text, at)
  }
}

const NO_VALUE = 'mapping values are not allowed in this context'

function missingFault(message: string, text: string, at: number): string {
  if (message.includes('quote')) return scannerFault('found unexpected end of stream', text, text.length)
  if (message.startsWith('Block collection')) return scannerFault(NO_VALUE, text, at)
  if (message.includes('directives')) return scannerFault('could not find expected directive name', text, at)
  if (message.startsWith('Implicit map keys')) return keyFault(text, at)
  return flowFault(message, text, at)
}

function multilineFault(text: string, at: number): string {
  if (/^-\s/.test(text.slice(at, at + 2))) return parserFault('did not find expected key', text, at)
  // A plain scalar that begins a document may span lines. After other content the scanner reads it as a key without ':'.
  if (text.slice(0, at).trim() !== '') return keyFault(text, at)
  return scannerFault(NO_VALUE, text, text.indexOf(':', at))
}

/** The position of the `:` after a key, which may span several lines. */
function endOfKey(text: string, at: number): number {
  const key = /"(?:\\[^]|[^"\\])*"|'(?:''|[^'])*'/y
  key.lastIndex = at
  const from = key.test(text) ? key.lastIndex : at
  const colon = text.slice(from).search(/:(?=\s|$)/)
  return colon < 0 ? at : from + colon
}

/** The real scanner reports a missing ':' on the line of the next token. */
function keyFault(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  const next = end < 0 ? -1 : text.slice(end).search(/\S/)
  const words = "could not find expected ':'"
  return next < 0 ? scannerFault(words, `${text.trimEnd()}\n`, Infinity) : scannerFault(words, text, end + next)
}

function tokenFault(message: string, text: string, at: number): string {
  const before = text.slice(0, at)
  if (message.includes('block-seq-ind on same line')) {
    return scannerFault('block sequence entries are not allowed in this context', text, at)
  }
  if (/[\]},]/.test(text[at] ?? '') && /(?:^|[:-])\s*$/.test(before)) {
    return parserFault('did not find expected node content', text, at)
  }
  if (message.includes('scalar at node end') && inSequence(before)) {
    const line = /^[^\n]*/.exec(text.slice(at))?.[0] ?? ''
    return /:(?:\s|$)/.test(line) ? parserFault("did not find expected '-' indicator", text, at) : keyFault(text, at)
  }
  return parserFault('did not find expected key', text, at)
}

/** Whether the line before, at the same indentation, is an entry of a sequence. */
function inSequence(before: string): boolean {
  const indent = /[^\n]*$/.exec(before)?.[0] ?? ''
  const lines = before
    .slice(0, before.length - indent.length)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const sibling = lines.findLast((line) => !line.startsWith(`${indent} `))
  return indent.trim() === '' && sibling?.startsWith(`${indent}-`) === true
}

function flowFault(message: string, text: string, at: number): string {
  const open = /[{[,:]\s*$/.test(text.slice(0, at))
  const close = message.includes('end with a ]') ? ']' : '}'
  return parserFault(open ? 'did not find expected node content' : `did not find expected ',' or '${close}'`, text, at)
}

const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1

// libyaml's scanner counts lines from one and its parser from zero; neither prints its first line number. The end of
// the text is a line of its own.
function scannerFault(words: string, text: string, at: number): string {
  const line = linesBefore(text, at)
  return line === 0 ? words : `line ${line + 1}: ${words}`
}

function parserFault(words: string, text: string, at: number): string {
  const atEnd = text.slice(at).trim() === ''
  const line = atEnd ? linesBefore(text, text.length) + (text.endsWith('\n') ? 0 : 1) : linesBefore(text, at)
  return line === 0 ? words : `line ${line}: ${words}`
}
