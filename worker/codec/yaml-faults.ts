import type { YAMLError } from 'yaml'

/** A fault in the words of the real server's reader: `line 2: found character that cannot start any token`. */
export function describeYamlFault({ code, pos, message }: YAMLError, text: string): string {
  const at = pos[0]
  switch (code) {
    case 'RESOURCE_EXHAUSTION':
      return 'exceeded max depth'
    case 'TAB_AS_INDENT':
    case 'BAD_SCALAR_START':
      return scannerFault('found character that cannot start any token', text, at)
    case 'MULTILINE_IMPLICIT_KEY':
      return scannerFault('mapping values are not allowed in this context', text, text.indexOf(':', at))
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (text[at] === ':') return parserFault('did not find expected key', text, at)
      return scannerFault('mapping values are not allowed in this context', text, at)
    case 'MISSING_CHAR':
      if (message.includes('quote')) return scannerFault('found unexpected end of stream', text, text.length)
      if (message.includes('directives')) return scannerFault('could not find expected directive name', text, at)
      return flowFault(message, text, at)
    case 'BAD_INDENT':
      return message.startsWith('Flow')
        ? flowFault(message, text, at)
        : parserFault('did not find expected key', text, at)
    default:
      return parserFault('did not find expected key', text, at)
  }
}

function flowFault(message: string, text: string, at: number): string {
  const open = /[{[,:]\s*$/.test(text.slice(0, at))
  const close = message.includes('end with a ]') ? ']' : '}'
  return parserFault(open ? 'did not find expected node content' : `did not find expected ',' or '${close}'`, text, at)
}

const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1

// The scanner counts lines from one, the parser from zero, and neither names its first; the end is a line of its own.
function scannerFault(words: string, text: string, at: number): string {
  const line = linesBefore(text, at)
  return line === 0 ? words : `line ${line + 1}: ${words}`
}

function parserFault(words: string, text: string, at: number): string {
  const atEnd = text.slice(at).trim() === ''
  const line = atEnd ? linesBefore(text, text.length) + (text.endsWith('\n') ? 0 : 1) : linesBefore(text, at)
  return line === 0 ? words : `line ${line}: ${words}`
}
