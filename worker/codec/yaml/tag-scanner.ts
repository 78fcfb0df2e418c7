import { numberOfText } from '../../api/numbers.ts'
import { isBlank, isBlankOrEnd, isDigit, isWord, type YamlSource } from './source.ts'
import { newToken, type Token } from './token.ts'

/** Reads `&name` or `*name`. */
export function scanAnchor(source: YamlSource, type: 'alias' | 'anchor'): Token {
  const { line } = source
  source.skip()
  const name = word(source)
  const next = source.code()
  if (name === '' || !(isBlankOrEnd(next) || '?:,]}%@`'.includes(String.fromCharCode(next)))) {
    throw source.fault('did not find expected alphabetic or numeric character')
  }
  return newToken(type, { line }, { text: name })
}

/** Reads `!<uri>`, `!suffix`, `!!suffix` or `!handle!suffix`. */
export function scanTag(source: YamlSource): Token {
  const { line } = source
  const { handle, suffix } = source.code(1) === 0x3c ? verbatimTag(source) : shortTag(source)
  if (!isBlankOrEnd(source.code())) throw source.fault('did not find expected whitespace or line break')
  return newToken('tag', { line }, { handle, text: suffix })
}

interface Tag {
  readonly handle: string
  readonly suffix: string
}

function verbatimTag(source: YamlSource): Tag {
  source.skip(2)
  const suffix = tagUri(source, '')
  if (source.code() !== 0x3e) throw source.fault("did not find the expected '>'")
  source.skip()
  return { handle: '', suffix }
}

function shortTag(source: YamlSource): Tag {
  const handle = tagHandle(source, false)
  if (handle.length > 1 && handle.endsWith('!')) return { handle, suffix: tagUri(source, '') }
  const suffix = tagUri(source, handle)
  // A tag `!` alone.
  return suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix }
}

function tagHandle(source: YamlSource, directive: boolean): string {
  if (source.code() !== BANG) throw source.fault("did not find expected '!'")
  source.skip()
  const name = word(source)
  if (source.code() === BANG) {
    source.skip()
    return `!${name}!`
  }
  if (directive && name !== '') throw source.fault("did not find expected '!'")
  return `!${name}`
}

const BANG = 0x21
const PERCENT = 0x25
const URI = new Set([...";/?:@&=+$,.!~*'()[]%"].map((character) => character.charCodeAt(0)))

/** `head`: the part of the tag that was read as its handle. */
function tagUri(source: YamlSource, head: string): string {
  const parts = [head.slice(1)]
  let found = head !== ''
  for (let code = source.code(); isWord(code) || URI.has(code); code = source.code()) {
    found = true
    if (code === PERCENT) parts.push(uriEscape(source))
    else {
      parts.push(String.fromCharCode(code))
      source.skip()
    }
  }
  if (!found) throw source.fault('did not find expected tag URI')
  return parts.join('')
}

/** The octets of one character: `%c3%a9`. */
function uriEscape(source: YamlSource): string {
  const octets: number[] = []
  for (let width = 1; octets.length < width;) {
    const digits = /^%([\da-fA-F]{2})/.exec(source.text.slice(source.at, source.at + 3))?.[1]
    if (digits === undefined) throw source.fault('did not find URI escaped octet')
    const octet = parseInt(digits, 16)
    if (octets.length === 0) width = widthOf(octet)
    if (width === 0) throw source.fault('found an incorrect leading UTF-8 octet')
    if (octets.length > 0 && octet >> 6 !== 2) throw source.fault('found an incorrect trailing UTF-8 octet')
    octets.push(octet)
    source.skip(3)
  }
  return new TextDecoder().decode(Uint8Array.from(octets))
}

/** The length of a character in UTF-8 by its first octet; 0 when no character begins with the octet. */
function widthOf(octet: number): number {
  if (octet < 0x80) return 1
  if (octet >> 5 === 6) return 2
  if (octet >> 4 === 14) return 3
  return octet >> 3 === 30 ? 4 : 0
}

/** Reads a directive such as `%YAML 1.1` or `%TAG !e! tag:example.com,2000:`. */
export function scanDirective(source: YamlSource): Token {
  const { line } = source
  source.skip()
  const name = word(source)
  if (name === '') throw source.fault('could not find expected directive name')
  if (!isBlankOrEnd(source.code())) throw source.fault('found unexpected non-alphabetical character')
  if (name !== 'YAML' && name !== 'TAG') throw source.fault('found unknown directive name')
  source.blanks()
  const token =
    name === 'YAML'
      ? newToken('version', { line }, { text: version(source) })
      : newToken('tag-directive', { line }, tagDirective(source))
  source.endLine()
  return token
}

function version(source: YamlSource): string {
  const major = versionNumber(source)
  if (source.code() !== 0x2e) throw source.fault("did not find expected digit or '.' character")
  source.skip()
  return `${major}.${versionNumber(source)}`
}

function versionNumber(source: YamlSource): number {
  const start = source.at
  while (isDigit(source.code())) {
    if (source.at - start === 2) throw source.fault('found extremely long version number')
    source.skip()
  }
  if (source.at === start) throw source.fault('did not find expected version number')
  return numberOfText(source.text.slice(start, source.at))
}

function tagDirective(source: YamlSource): { handle: string; text: string } {
  const handle = tagHandle(source, true)
  if (!isBlank(source.code())) throw source.fault('did not find expected whitespace')
  source.blanks()
  const prefix = tagUri(source, '')
  if (!isBlankOrEnd(source.code())) throw source.fault('did not find expected whitespace or line break')
  return { handle, text: prefix }
}

function word(source: YamlSource): string {
  const start = source.at
  while (isWord(source.code())) source.skip()
  return source.text.slice(start, source.at)
}
